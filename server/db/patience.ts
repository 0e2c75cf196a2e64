import { sql } from 'kysely'
import type { Db, Tx } from './types.ts'

/** For one statement, or the wait for one lock, of what takes long by its nature: an import, a file of all students. */
const MINUTES = '2min'

/** Lets the statements of this transaction take minutes, where those of a screen have seconds. */
export const allowMinutes = (tx: Tx) =>
  sql`select set_config('statement_timeout', ${MINUTES}, true), set_config('lock_timeout', ${MINUTES}, true)`.execute(
    tx,
  )

/** Reads what is for a file, with minutes to do it. */
export function patiently<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const inTransaction = async (tx: Tx) => {
    await allowMinutes(tx)
    return read(tx)
  }
  return db.isTransaction ? inTransaction(db as Tx) : db.transaction().execute(inTransaction)
}

/** Gives work a connection without limits, as a migration needs, and takes them back afterwards. */
export function withoutLimits<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false),
      set_config('idle_in_transaction_session_timeout', '0', false)`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`reset statement_timeout; reset lock_timeout; reset idle_in_transaction_session_timeout`.execute(
        connection,
      )
    }
  })
}
