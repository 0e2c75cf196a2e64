import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** The end of the chain: with it one can tell whether earlier rows were changed. */
export interface Head {
  id: number
  /** Hexadecimal. */
  hash: string
}

export interface ReadSeal extends Head {
  at: string
  /** `at` in seconds. */
  moment: number
  /** Some of its rows were removed by their time: what is left of them tells by its marks alone. */
  is_thinned: boolean
  /** Hexadecimal: what its hash is made of besides the one before; of the rows as they are now. */
  content: string
  /** Its ids, their number and their marks fit each other. */
  is_sound: boolean
}

export interface Difference {
  id: number
  is_missing: boolean
}

export interface UnsealedRow {
  id: number
  at: string
  /** True for a row below what is sealed, and no longer awaited: it was not there at its time. */
  is_late: boolean
}

// The texts that are hashed. They are made of named columns whose texts as JSON are the same in every version of
// PostgreSQL and after a dump; an instant is a number of seconds. A change here breaks every chain there is.
export const ROW_TEXT = sql<string>`json_build_array(a.id, extract(epoch from a.at), a.actor_id, a.actor_name, a.action,
  a.entity, a.entity_id, a.changes)::text`

/**
 * The rows `a` of a multirange's `ids`. `offset 0` keeps the planner from joining the other way round: for each seal
 * it would read all of a large trail.
 */
export const rowsOf = (ranges: RawBuilder<unknown>) => sql`unnest(${ranges}) as ids,
  lateral (select * from audit where id >= lower(ids) and id < upper(ids) offset 0) as a`

/** A seal's content: its own facts, the marks of its rows, the rows' texts. */
export const contentOf = (seal: RawBuilder<unknown>, rows: RawBuilder<unknown>) => sql`sha256(convert_to(
  json_build_array(${seal}.id, extract(epoch from ${seal}.at), ${seal}.covered::text, ${seal}.row_count, ${seal}.up_to,
    ${seal}.awaited::text)::text, 'UTF8') || ${seal}.marks || convert_to(${rows}, 'UTF8'))`

export const markOf = (text: RawBuilder<unknown>) => sql`substring(sha256(convert_to(${text}, 'UTF8')) from 1 for 4)`

/** The last seal, if there is any. */
export async function readHead(db: Db): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select id, encode(hash, 'hex') as hash from audit_seals order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Seal id → hash, of those that are there. */
export async function readHashes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<Head>`
    select id, encode(hash, 'hex') as hash from audit_seals where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** The ids of rows that were removed by their time, as rows of the trail tell that the database alone adds: a multirange's text. */
export async function readRemoved(db: Db): Promise<{ ids: string; tellers: number }> {
  const { rows } = await sql<{ ids: string; tellers: number }>`
    select coalesce(range_agg((changes -> 'rows' ->> 0)::int8multirange), '{}')::text as ids, count(*) as tellers
    from audit where entity = 'trail' and action = 'remove'`.execute(db)
  return rows[0] ?? { ids: '{}', tellers: 0 }
}

/** The next seals after `after`, each with what its rows give today. */
export async function readSeals(db: Db, after: number, limit: number, removed: string): Promise<ReadSeal[]> {
  const { rows } = await sql<ReadSeal>`
    with seal as (select * from audit_seals where id > ${after} order by id limit ${limit})
    select seal.id, seal.at, extract(epoch from seal.at)::float8 as moment, encode(seal.hash, 'hex') as hash,
      seal.covered && ${removed}::int8multirange as is_thinned,
      length(seal.marks) = 4 * seal.row_count and seal.row_count =
        (select coalesce(sum(upper(ids) - lower(ids)), 0) from unnest(seal.covered) as ids) as is_sound,
      encode(${contentOf(sql.raw('seal'), sql.raw('rows.text'))}, 'hex') as content
    from seal, lateral (
      select coalesce(string_agg(${ROW_TEXT}, E'\n' order by a.id), '') as text
      from ${rowsOf(sql.raw('seal.covered'))}
    ) as rows
    order by seal.id`.execute(db)
  return rows
}

/** Which rows of a seal are not as they were sealed; those that were `removed` may be missing. */
export async function readDifferences(db: Db, sealId: number, removed: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with seal as (select * from audit_seals where id = ${sealId}),
      expected as (select n as id, row_number() over (order by n) as place from seal, unnest(seal.covered) as ids,
        generate_series(lower(ids), upper(ids) - 1) as n)
    select expected.id, a.id is null as is_missing
    from seal, expected left join audit as a on a.id = expected.id
    where case when a.id is null then not expected.id <@ ${removed}::int8multirange
      else ${markOf(ROW_TEXT)} <> substring(seal.marks from (expected.place::int - 1) * 4 + 1 for 4) end
    order by expected.id`.execute(db)
  return rows
}

/** Adds the ids covered by the seals of one stretch to those known (a multirange's text), and counts them. */
export async function addCovered(db: Db, known: string, after: number, to: number) {
  const { rows } = await sql<{ known: string; ids: number }>`
    select (${known}::int8multirange + range_agg(covered))::text as known,
      sum((select coalesce(sum(upper(ids) - lower(ids)), 0) from unnest(covered) as ids))::int8 as ids
    from audit_seals where id > ${after} and id <= ${to}`.execute(db)
  return rows[0] ?? { known, ids: 0 }
}

/**
 * Rows that none of the ids known covers though they ought to be (the lowest 1,000), and how many just wait: those
 * above what is sealed or awaited, and not older than `mostMinutes`.
 */
export async function readUnsealed(db: Db, known: string, mostMinutes: number | undefined) {
  const unsealed = sql`
    with last as (select up_to, awaited from audit_seals order by id desc limit 1),
    unsealed as (
      select a.id, a.at, coalesce(a.id <= last.up_to and not a.id::int8 <@ last.awaited, false) as is_late,
        coalesce(a.at < now() - make_interval(mins => ${mostMinutes ?? null}), false) as is_old
      from audit as a left join last on true where not a.id::int8 <@ ${known}::int8multirange
    )`
  const { rows } = await sql<UnsealedRow>`${unsealed}
    select id, at, is_late from unsealed where is_late or is_old order by id limit 1000`.execute(db)
  const counted = await sql<{ waiting: number }>`${unsealed}
    select count(*) as waiting from unsealed where not is_late and not is_old`.execute(db)
  return { rows, waiting: counted.rows[0]?.waiting ?? 0 }
}

/** Returns the number of ids in a multirange's text and the number of rows of the trail. */
export async function countCovered(db: Db, known: string): Promise<{ ids: number; rows: number }> {
  const { rows } = await sql<{ ids: number; rows: number }>`
    select (select coalesce(sum(upper(ids) - lower(ids)), 0) from unnest(${known}::int8multirange) as ids)::int8 as ids,
      (select count(*) from audit) as rows`.execute(db)
  return rows[0] ?? { ids: 0, rows: 0 }
}
