import { type SqlBool, sql } from 'kysely'
import { writtenDay } from '../../../shared/written-day.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import { within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import type { Judged } from './rules.ts'

type Place = Pick<Judged, 'batch_id' | 'department_id'>

/** Selects the groups of a batch, of a department or of both that the caller may see. */
const groupsOf = (caller: Caller, { batch_id, department_id }: Place) =>
  sql`select id from groups where ${within(caller, { department: 'groups.department_id' })}
    and ${batch_id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`groups.batch_id = ${batch_id}`}
    and ${department_id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`groups.department_id = ${department_id}`}`

/** Reads the first day of a session, a membership or a task; null where none has one. Memberships from the beginning have none. */
async function readFirstDay(db: Db, caller: Caller, place: Place): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    with chosen as materialized (${groupsOf(caller, place)})
    select least(
      (select min(first) from chosen cross join lateral (select min(activity_date) as first from attendance_sessions
        where group_id = chosen.id and status <> 'cancelled') held),
      (select min(first_day) from student_groups where group_id in (select id from chosen) and isfinite(first_day)),
      (select min(coalesce(tasks.start_date, (tasks.created_at at time zone ${caller.zone})::date))
        from task_groups given join tasks on tasks.id = given.task_id where given.group_id in (select id from chosen))
    )::text as first`.execute(db)
  return rows[0]?.first ?? null
}

/**
 * Refuses a former day on which nothing had begun: whoever is judged of nothing looks like somebody who has failed.
 * @throws 422 on the day
 */
export async function refuseBefore(db: Db, caller: Caller, { day, ...place }: Judged): Promise<void> {
  if (day === undefined) return
  const first = await readFirstDay(db, caller, place)
  if (first !== null && day < first)
    throw invalid({ day: [`Nothing had begun here on that day. The first day is ${writtenDay(first)}`] })
}
