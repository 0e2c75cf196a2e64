import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type { Tables }
/** A connection to read from. */
export type Db = Kysely<Tables>
/** An open transaction: what every write takes, so that it can't escape it. */
export type Tx = Transaction<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** Undoes a migration, as long as nothing is lost by it. A migration exports it as `back`, or has no way back. */
export interface WayBack {
  /** The things that would be lost, in words, each with what stands behind `from` to count its rows. */
  losing: Readonly<Record<string, string>>
  /** The statements that make the schema what it was, in order. */
  statements: readonly string[]
  /** Things that go all the same, in words: the server has noted them by itself, and notes them again. */
  forgetting?: string
}
