import { sql } from 'kysely'
import type { Db } from './types.ts'

/**
 * The collations whose order the machine's library may have changed since the indexes over them were made, as after an
 * upgrade of the system: by name, with both versions. Such an index may miss rows until it is made anew.
 */
export async function changedCollations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s (%s, now %s)', name, made, present) as line from (
      select collname as name, collversion as made, pg_collation_actual_version(oid) as present from pg_collation
        where oid in (select unnest(indcollation::oid[]) from pg_index)
      union all select 'the database’s own', datcollversion, pg_database_collation_actual_version(oid) from pg_database
        where datname = current_database()
    ) as used where made <> present order by 1`.execute(db)
  return rows.map(({ line }) => line)
}
