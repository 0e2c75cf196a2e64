import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Condition = RawBuilder<SqlBool>

const any = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

/** `%`, `_` and `\` stand for themselves. */
const literally = (q: string) => q.replace(/[\\%_]/g, '\\$&')

/** Without case on both sides, in the form that the indexes of names have (migration 0026). */
const isLike = (columns: readonly string[], patterns: readonly string[]) =>
  any(columns.flatMap((column) => patterns.map((one) => sql<SqlBool>`lower(${sql.ref(column)}) like lower(${one})`)))

/** Whether one of these columns contains `q`, whatever the case. */
export const contains = (q: string, columns: readonly string[]) => isLike(columns, [`%${literally(q)}%`])

export const isSame = (q: string, columns: readonly string[]) =>
  any(columns.map((column) => sql<SqlBool>`coalesce(lower(${sql.ref(column)}) = lower(${q}), false)`))

export const begins = (q: string, columns: readonly string[]) => isLike(columns, [`${literally(q)}%`])

/** Whether a word within one of these columns begins with `q`; the digits of a roll number are one. */
export const wordBegins = (q: string, columns: readonly string[]) =>
  isLike(columns, [`% ${literally(q)}%`, `%-${literally(q)}%`])
