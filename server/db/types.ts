import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type { Tables }
/** A connection to read from. */
export type Db = Kysely<Tables>
/** An open transaction: what every write takes, so that it can't escape it. */
export type Tx = Transaction<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
