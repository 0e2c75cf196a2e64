import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { folded } from '../../shared/folding.ts'
import { type PhonePart, phoneKey, phonePartOf } from './phones.ts'

type Condition = RawBuilder<SqlBool>

const NEVER: Condition = sql<SqlBool>`false`
const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? NEVER : sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

/** `%`, `_` and `\` stand for themselves. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Kept folded by the database (migration 0043). */
const KEPT = /_folded$/
/** Stored in ASCII without spaces: there small letters are all that folding does, and the index of roll numbers has them. */
const PLAIN = /\.(?:roll_no|staff_no|email|case_number)$/

/** Keys of phone numbers, kept by the database (migration 0048). They are searched by a part of a number alone. */
const PHONE = /\.phone_digits$/
export const isOfWords = (column: string) => !PHONE.test(column)

function foldedColumn(column: string): RawBuilder<string> {
  if (KEPT.test(column)) return sql<string>`${sql.ref(column)}`
  return PLAIN.test(column) ? sql<string>`lower(${sql.ref(column)})` : sql<string>`folded(${sql.ref(column)})`
}

/**
 * Compares texts folded on both sides; a text that folds to nothing is in none. Phone numbers are compared by their
 * keys.
 */
function isLike(
  q: string,
  columns: readonly string[],
  patterns: (text: string) => string[],
  ofPhones: (part: PhonePart) => string[],
): Condition {
  const text = literally(folded(q))
  if (text === '') return NEVER
  const part = phonePartOf(q)
  return any(
    columns.flatMap((column) => {
      if (isOfWords(column)) return patterns(text).map((one) => sql<SqlBool>`${foldedColumn(column)} like ${one}`)
      return (part ? ofPhones(part) : []).map((one) => sql<SqlBool>`${sql.ref(column)} like ${one}`)
    }),
  )
}

const startPatterns = ({ starts }: PhonePart) => starts.map((start) => `${start}%`)

/** Tells whether one of these columns contains `q`. Both are folded (docs/decisions/0020-names.md). */
export const contains = (q: string, columns: readonly string[]) =>
  isLike(
    q,
    columns,
    (text) => [`%${text}%`],
    (part) => [...startPatterns(part), ...(part.within === undefined ? [] : [`%${part.within}%`])],
  )

/** Tells whether one of these columns is `q` and nothing else. */
export const isSame = (q: string, columns: readonly string[]) =>
  any(
    columns.map((column) =>
      isOfWords(column)
        ? sql<SqlBool>`coalesce(${foldedColumn(column)} = ${folded(q)}, false)`
        : sql<SqlBool>`coalesce(${sql.ref(column)} = ${phoneKey(q) ?? null}, false)`,
    ),
  )

export const begins = (q: string, columns: readonly string[]) =>
  isLike(q, columns, (text) => [`${text}%`], startPatterns)

/** Tells whether a word within one of these columns begins with `q`. Digits of a roll number are a word, those of a phone are none. */
export const wordBegins = (q: string, columns: readonly string[]) =>
  isLike(
    q,
    columns,
    (text) => [`% ${text}%`, `%-${text}%`],
    () => [],
  )
