import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { type KeptConcern, LASTING } from './reads.ts'
import type { Concern } from './rules.ts'

/** The lock of the one process that tells. Any number that nobody else uses. */
const TELLING_LOCK = 7_203_415

/** Notes all that a source finds wrong now. One that was told and is no more there stays until its end is told. */
export async function noteConcerns(db: Db, source: string, found: readonly Concern[]): Promise<void> {
  const [first] = found
  const unique = first ? [...new Map(found.map((one) => [one.kind, one])).values()] : []
  await sql`with found as (select * from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as f(kind text, detail text)),
      untold as (delete from concerns
        where source = ${source} and told_at is null and not exists (select from found where found.kind = concerns.kind)),
      ended as (update concerns set is_over = true where source = ${source} and told_at is not null
        and not exists (select from found where found.kind = concerns.kind))
    insert into concerns (kind, source, detail) select kind, ${source}, detail from found
    on conflict (kind, source) do update set detail = excluded.detail, seen_at = now(), is_over = false`.execute(db)
}

/** Runs in the one process that has the lock until the transaction ends; @returns false where another has it */
export async function takesTelling(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(TELLING_LOCK)}) as free`.execute(tx)
  return rows[0]?.free === true
}

/** Begun or ended since it was told last; one that goes on is told once a day, a new version once a week. */
export interface News {
  begun: KeptConcern[]
  ended: KeptConcern[]
}

/** Takes what is to be told, each for one telling. */
export async function takeNews(tx: Tx): Promise<News> {
  const begun = await sql<KeptConcern>`with told as (update concerns set told_at = now()
      where not is_over and (told_at is null
        or told_at < now() - case when kind = 'new-version' then interval '7 days' else interval '1 day' end)
      returning kind, source, detail, since)
    select * from told order by since, kind, source`.execute(tx)
  const ended = await sql<KeptConcern & { told_at: string | null }>`delete from concerns
    where is_over or (source <> all(${LASTING}) and seen_at < now() - interval '10 minutes')
    returning kind, source, detail, since, told_at`.execute(tx)
  const wereTold = ended.rows.filter(({ told_at }) => told_at !== null)
  return { begun: begun.rows, ended: wereTold.map(({ told_at: _, ...concern }) => concern) }
}

/** Five minutes, less what a round of once a minute may come too early. */
const EVERY_SECONDS = 5 * 60 - 5

/** Takes the next sign of life for this process alone; @returns false where none is due */
export async function takeSignOfLife(db: Db): Promise<boolean> {
  const taken = await db
    .updateTable('signs_of_life')
    .set({ tried_at: sql<string>`now()` })
    .where(sql<boolean>`tried_at is null or tried_at < now() - make_interval(secs => ${sql.lit(EVERY_SECONDS)})`)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

export const noteHeard = (db: Db, behindSeconds: number | null) =>
  db
    .updateTable('signs_of_life')
    .set({ heard_at: sql<string>`now()`, behind_seconds: behindSeconds, failure: null })
    .execute()

export const noteUnheard = (db: Db, failure: string) => db.updateTable('signs_of_life').set({ failure }).execute()
