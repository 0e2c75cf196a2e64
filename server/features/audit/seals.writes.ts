import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { contentOf, type Head, markOf, ROW_TEXT, readHead, rowsOf } from './seals.reads.ts'

/** Any number; one process at a time adds to the chain, the others leave it alone. */
const SEAL_LOCK = 7_012

/** Rows of one seal: the first seals of an old trail cover it bit by bit. */
const MOST_ROWS = 5_000

/**
 * Seals the rows that the trail has got since the last seal; returns the chain's head. Nothing waits for this: it only
 * reads the trail, and goes away when another process is at it.
 *
 * Ids are given before the commit, so a row may come after a higher one was sealed: missing ids are awaited, and
 * covered by a later seal. An id that is missing for a day belongs to a transaction that was taken back, and a row that
 * turns up under it is not sealed any more. Only a new seal gives up, so that a server that was off forgets none.
 */
export async function sealTrail(db: Db, { mostRows = MOST_ROWS, awaitHours = 24 } = {}): Promise<Head | undefined> {
  for (;;) {
    const sealed = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as mine`.execute(tx)
      return rows[0]?.mine ? addSeal(tx, mostRows, awaitHours) : 0
    })
    if (sealed < mostRows) return readHead(db)
  }
}

/** Adds a seal and returns the number of rows that it covers. */
async function addSeal(tx: Db, mostRows: number, awaitHours: number): Promise<number> {
  const { rows } = await sql<{ row_count: number }>`
    with last as (select * from audit_seals order by id desc limit 1),
    base as (
      select coalesce(max(id), 0) as id, coalesce(max(up_to), 0) as up_to, date_trunc('milliseconds', clock_timestamp()) as at,
        coalesce((select awaited from last), '{}') as awaited, coalesce((select hash from last), '') as hash
      from last
    ),
    given_up as (
      select coalesce((select old.up_to from audit_seals as old, base
        where old.at < base.at - make_interval(hours => ${awaitHours}) order by old.at desc limit 1), 0) as up_to
    ),
    found as materialized (
      (select a.* from audit as a where a.id > (select up_to from base) order by a.id limit ${mostRows})
      union all
      select a.* from base, ${rowsOf(sql.raw('base.awaited'))}
    ),
    texts as materialized (select a.id, ${ROW_TEXT} as text from found as a),
    summed as (
      select count(*)::int as row_count, coalesce(range_agg(int8range(id, id + 1)), '{}') as covered, max(id) as top,
        coalesce(string_agg(${markOf(sql.raw('text'))}, '' order by id), '') as marks,
        coalesce(string_agg(text, E'\n' order by id), '') as text
      from texts
    ),
    seal as (
      select base.id + 1 as id, base.at, covered, row_count, marks, text, base.hash as previous,
        greatest(base.up_to, top) as up_to, base.awaited as awaited_before,
        base.awaited + int8multirange(int8range(base.up_to + 1, greatest(base.up_to, top) + 1)) - covered
          - int8multirange(int8range(null, given_up.up_to, '[]')) as awaited
      from base, given_up, summed
    )
    insert into audit_seals (id, at, covered, row_count, up_to, awaited, marks, hash)
    select id, at, covered, row_count, up_to, awaited, marks,
      sha256(previous || ${contentOf(sql.raw('seal'), sql.raw('seal.text'))})
    from seal where row_count > 0 or awaited <> awaited_before
    returning row_count`.execute(tx)
  return rows[0]?.row_count ?? 0
}
