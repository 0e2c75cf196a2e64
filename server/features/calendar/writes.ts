import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../db/types.ts'

/** Gives a person a new address; the former one reads nothing more. */
export const replaceFeed = (tx: Tx, caller: Caller) =>
  tx
    .insertInto('calendar_feeds')
    .values({ user_id: caller.id, id: randomBytes(16).toString('base64url') })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ id: sql<string>`excluded.id`, created_at: sql<string>`excluded.created_at` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** @returns whether there was one */
export async function removeFeed(tx: Tx, caller: Caller): Promise<boolean> {
  const removed = tx.deleteFrom('calendar_feeds').where('user_id', '=', caller.id).returning('user_id')
  return (await removed.executeTakeFirst()) !== undefined
}
