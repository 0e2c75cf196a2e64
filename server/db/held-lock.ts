import { sql } from 'kysely'
import type { Db } from './types.ts'

/**
 * Works while this process alone holds a lock; nothing is done while another one does, unless it shall `wait` for it. The
 * work may take minutes and asks nothing on this connection. The lock belongs to a transaction, since of a session a
 * pooler knows nothing; one that has only asked for a lock keeps no snapshot, and holds nobody up.
 */
export async function whileHolding<T>(
  db: Db,
  lock: number,
  { wait }: { wait: boolean },
  work: () => Promise<T>,
): Promise<T | undefined> {
  let done: { result: T } | undefined
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      if (wait) await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
      else {
        const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lock}) as taken`.execute(tx)
        if (!rows[0]?.taken) return
      }
      done = { result: await work() }
    })
  } catch (error) {
    // The work is done, even if the connection was lost over it.
    if (!done) throw error
  }
  return done?.result
}
