import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { folded } from '../../shared/folding.ts'

type Condition = RawBuilder<SqlBool>

const any = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

/** `%`, `_` and `\` stand for themselves. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Kept folded by the database (migration 0043). */
const KEPT = /_folded$/
/** Stored in ASCII without spaces: there small letters are all that folding does, and the index of roll numbers has them. */
const PLAIN = /\.(?:roll_no|email|case_number)$/

function foldedColumn(column: string): RawBuilder<string> {
  if (KEPT.test(column)) return sql<string>`${sql.ref(column)}`
  return PLAIN.test(column) ? sql<string>`lower(${sql.ref(column)})` : sql<string>`folded(${sql.ref(column)})`
}

/** Compares texts folded on both sides; what nothing is left of is in none. */
function isLike(q: string, columns: readonly string[], patterns: (text: string) => string[]): Condition {
  const text = literally(folded(q))
  if (text === '') return sql<SqlBool>`false`
  return any(
    columns.flatMap((column) => patterns(text).map((one) => sql<SqlBool>`${foldedColumn(column)} like ${one}`)),
  )
}

/** Tells whether one of these columns contains `q`. Both are folded (docs/decisions/0020-names.md). */
export const contains = (q: string, columns: readonly string[]) => isLike(q, columns, (text) => [`%${text}%`])

export const isSame = (q: string, columns: readonly string[]) =>
  any(columns.map((column) => sql<SqlBool>`coalesce(${foldedColumn(column)} = ${folded(q)}, false)`))

export const begins = (q: string, columns: readonly string[]) => isLike(q, columns, (text) => [`${text}%`])

/** Whether a word within one of these columns begins with `q`; the digits of a roll number are one. */
export const wordBegins = (q: string, columns: readonly string[]) =>
  isLike(q, columns, (text) => [`% ${text}%`, `%-${text}%`])
