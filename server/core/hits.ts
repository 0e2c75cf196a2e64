import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Hit, HitKind } from '../../shared/contract/search.ts'
import { folded } from '../../shared/folding.ts'
import type { Action } from '../../shared/permissions.ts'
import type { Db } from '../db/types.ts'
import type { Caller } from './caller.ts'
import { begins, contains, isOfWords, isSame, wordBegins } from './search.ts'

/** Hits of a kind that are told: a person who wants more of them types more. */
const HITS_MAX = 6
/** A hit more than are told is read, to say that there are more. */
export const HITS_READ = HITS_MAX + 1

/** An index of three letters can't tell where two stand within a word: these find what words begin with. */
const WITHIN_WORDS = 3

export interface Hits {
  hits: Hit[]
  /** True when the first one is just what was typed. */
  isExact: boolean
  /** The kinds with more hits than these. */
  more: HitKind[]
}

/** The part that a feature adds to the search over everything. */
export interface Findable {
  kind: HitKind
  /** The action that finding it needs. It also opens the screen that its hits lead to. */
  action: Action
  find: (db: Db, caller: Caller, q: string) => Promise<Hits>
}

interface Exactly {
  is_exact: boolean
}

interface Recipe<Row> {
  kind: HitKind
  action: Action
  /** Reads in one statement, over the rows that the caller's list of them has, and no more than `HITS_READ`. */
  rows: (db: Db, caller: Caller, q: string) => Promise<readonly (Row & Exactly)[]>
  hit: (row: Row, caller: Caller) => Omit<Hit, 'kind' | 'detail'> & { detail: readonly (string | null | undefined)[] }
}

export const findable = <Row>({ kind, action, rows, hit }: Recipe<Row>): Findable => ({
  kind,
  action,
  find: async (db, caller, q) => {
    const found = await rows(db, caller, q)
    const hits = found.slice(0, HITS_MAX).map((row) => {
      const { detail, ...told } = hit(row, caller)
      return { kind, ...told, detail: detail.filter(Boolean).join(' · ') }
    })
    return { hits, isExact: found[0]?.is_exact ?? false, more: found.length > HITS_MAX ? [kind] : [] }
  },
})

/** The name of what a row refers to. */
export const nameOf = (table: 'departments' | 'designations' | 'batches' | 'groups', column: string) =>
  sql<string | null>`(select named.name from ${sql.table(table)} named where named.id = ${sql.ref(column)})`

type Has = (...columns: string[]) => RawBuilder<SqlBool>

export interface Word {
  text: string
  /** The condition that one of these columns has it. */
  isIn: Has
}

interface NameSearch<DB, Table extends keyof DB, Row> {
  /**
   * The rows that the caller is shown, with what a hit tells of them. A subquery, unlike a join, is made for the hits
   * alone, and not for all that have a common name.
   */
  rows: SelectQueryBuilder<DB, Table, Row>
  /** The columns that are looked in. */
  names: readonly string[]
  /**
   * The condition for columns of several tables: no index answers a condition over joined ones. `words` are the words
   * looked for within names, where there is more than one.
   */
  isNamed?: (has: Has, words?: readonly Word[]) => RawBuilder<SqlBool>
  order: (rows: SelectQueryBuilder<DB, Table, Row>) => SelectQueryBuilder<DB, Table, Row>
}

/**
 * The first few rows whose name has the words of `q`, in whatever order: those that are just `q`, then those that begin with
 * it, then those of which a word does, then the rest. The database comes to the second half only where the first one, which an index of beginnings
 * answers too, has too few. Which index is the best one depends on what was typed: as the statement begins with no
 * `select`, no connection keeps a plan of it (db/prepared.ts).
 */
export async function bestFirst<DB, Table extends keyof DB, Row>(
  db: Db,
  q: string,
  { rows, names, isNamed = (has) => has(...names), order }: NameSearch<DB, Table, Row>,
): Promise<(Row & Exactly)[]> {
  const hasWord = (word: string, columns: readonly string[]) =>
    word.length < WITHIN_WORDS
      ? sql<SqlBool>`(${begins(word, columns)} or ${wordBegins(word, columns)})`
      : contains(word, columns)
  const words = folded(q).split(' ')
  const hasWords = (columns: readonly string[]) =>
    sql<SqlBool>`(${sql.join(
      words.map((word) => hasWord(word, columns)),
      sql` and `,
    )})`
  const looked = words.map((text) => ({ text, isIn: (...columns: string[]) => hasWord(text, columns) }))
  // As it was typed, or each word somewhere: people are known by either of their names first. A phone number is one word.
  const isWithin = (columns: readonly string[]) =>
    words.length > 1
      ? sql<SqlBool>`(${contains(q, columns)} or ${hasWords(columns.filter(isOfWords))})`
      : hasWords(columns)
  const part = (isHit: RawBuilder<SqlBool>, isExact: RawBuilder<SqlBool>, isFirst: RawBuilder<SqlBool>) =>
    order(rows.select(isExact.as('is_exact')).where(isHit).orderBy(sql`${isFirst} desc`) as never).limit(HITS_READ)
  const isExact = isSame(q, names)
  const first = part(
    isNamed((...columns) => begins(q, columns)),
    isExact,
    isExact,
  )
  const others = part(
    sql<SqlBool>`(${isNamed((...columns) => isWithin(columns), words.length > 1 ? looked : undefined)} and ${begins(q, names)} is not true)`,
    sql<SqlBool>`false`,
    sql<SqlBool>`${wordBegins(q, names)} is true`,
  )
  const { rows: found } = await sql<
    Row & Exactly
  >`(${first}) union all (${others}) limit ${sql.lit(HITS_READ)}`.execute(db)
  return found
}
