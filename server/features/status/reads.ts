import { sql } from 'kysely'
import type { Status } from '../../../shared/contract/status.ts'
import type { Db } from '../../db/types.ts'

const TABLES = 8
const TROUBLES = 20

/** A table's rows by the server's running statistics; what was last counted does not know of what came since. */
const ABOUT = sql`greatest(pg_stat_get_live_tuples(c.oid), c.reltuples, 0)::bigint`

/** Returns the size of the database, by what it knows of itself: nothing is counted. */
export async function readDatabase(db: Db): Promise<Omit<Status['database'], 'is_embedded'>> {
  const { rows } = await sql<Omit<Status['database'], 'is_embedded' | 'tables'>>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(db)
  const tables = await sql<Status['database']['tables'][number]>`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes, ${ABOUT} as rows
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(c.oid) desc, c.relname limit ${sql.lit(TABLES)}`.execute(db)
  const [found] = rows
  return { version: found?.version ?? '', bytes: found?.bytes ?? 0, tables: tables.rows }
}

/**
 * Estimates the number of files that records name, by the database's statistics: every table with a `storage_key` holds
 * files.
 */
export async function estimateFiles(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(${ABOUT}), 0)::bigint as count from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'storage_key' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db)
  return rows[0]?.count ?? 0
}

const troubles = (db: Db, kind: 'error' | 'slow-statement') =>
  db
    .selectFrom('troubles')
    .select(['what', 'detail', 'times', 'last_at'])
    .where('kind', '=', kind)
    .orderBy('last_at', 'desc')
    .orderBy('digest')
    .limit(TROUBLES)

/** The last errors of all processes, the newest first. */
export const listErrors = (db: Db): Promise<Status['errors']> => troubles(db, 'error').execute()

/** The last slow statements, without their values. */
export const listSlow = (db: Db): Promise<Status['slow']> =>
  troubles(db, 'slow-statement')
    .select(({ fn, lit }) => fn.coalesce('longest_ms', lit(0)).as('longest_ms'))
    .execute()
