import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { isTold } from './devices.reads.ts'
import type { EventWord } from './events.rules.ts'

// An event is noted in the transaction that makes it, for those whose devices are told, and told within a minute
// (`takeEvents`). A person is told of a kind once an hour.

const note = (tx: Tx, kind: EventWord, people: RawBuilder<unknown>, since: Date | null = null) =>
  sql`insert into push_events (user_id, kind, noted_at)
    select distinct d.user_id, ${kind}, now() from push_devices d where d.user_id in (${people}) order by d.user_id
    on conflict (user_id, kind) do update set noted_at = excluded.noted_at
      where push_events.noted_at is null
        and (${since}::timestamptz is null or push_events.told_at is null or push_events.told_at < ${since})`.execute(
    tx,
  )

/** Notes that there is something new for these accounts. */
export async function noteForUsers(tx: Tx, kind: EventWord, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0) await note(tx, kind, sql`select unnest(${[...userIds]}::int[])`)
}

/** Notes that there is something new for these students. */
export async function noteForStudents(tx: Tx, kind: EventWord, studentIds: readonly number[]): Promise<void> {
  if (studentIds.length > 0)
    await note(tx, kind, sql`select user_id from students where id = any(${[...studentIds]}::int[])`)
}

/** Notes for every student that work may be due tomorrow, unless that was told since; the mailing of it looks for whom. */
export const noteWorkDue = (tx: Tx, since: Date) => note(tx, 'work-due', sql`select user_id from students`, since)

/** The people of a round. */
const AT_ONCE = 500

/** Takes what is due to be told, each for one transaction alone, and names the devices that it goes to. */
export async function takeEvents(tx: Tx): Promise<{ device_id: number; kind: EventWord }[]> {
  const { rows } = await sql<{ device_id: number; kind: EventWord }>`
    with due as (
      select user_id, kind from push_events
      where noted_at is not null and (told_at is null or told_at < now() - interval '1 hour')
      order by user_id, kind limit ${sql.lit(AT_ONCE)} for no key update skip locked),
    told as (
      update push_events e set noted_at = null, told_at = now() from due
      where e.user_id = due.user_id and e.kind = due.kind
      returning e.user_id, e.kind)
    select d.id as device_id, told.kind from told
      join push_devices d on d.user_id = told.user_id
      left join logins l on l.id = d.login_id
      where ${isTold('d', 'l')}`.execute(tx)
  return rows
}
