import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { hashOf } from '../../core/login.ts'
import { type Paging, readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'

/** Lists the caller's own logins and nobody else's: the one of `token`, then those used last. */
export async function listOwnLogins(db: Db, caller: Caller, token: string, paging: Paging) {
  const isCurrent = sql<boolean>`token_hash = ${hashOf(token)}`
  return readPage(
    db
      .selectFrom('logins')
      .select(['id', 'user_agent', 'created_at', 'last_used_at', isCurrent.as('is_current')])
      .where('user_id', '=', caller.id)
      .where('expires_at', '>', sql<string>`now()`)
      .orderBy('is_current', 'desc')
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc'),
    paging,
  )
}
