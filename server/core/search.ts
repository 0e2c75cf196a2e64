import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether one of these columns contains `q`, whatever the case; `%`, `_` and `\` stand for themselves. */
export function contains(q: string, columns: readonly string[]): RawBuilder<SqlBool> {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const found = columns.map((column) => sql<SqlBool>`${sql.ref(column)} ilike ${pattern}`)
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}
