import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { hashOf } from '../../core/login.ts'
import { type Paging, readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'

/** The time after a sign-in for which its initial password counts as known. */
const JUST_TYPED_MINUTES = 10

/**
 * True when this login was opened moments ago with the initial password that its account still has. Giving one ends
 * the logins that were open before, so that none of an earlier password counts.
 */
export async function hasJustTypedInitial(db: Db, token: string): Promise<boolean> {
  const login = await db
    .selectFrom('logins')
    .innerJoin('users', 'users.id', 'logins.user_id')
    .select('logins.id')
    .where('token_hash', '=', hashOf(token))
    .where('by_provider', '=', false)
    .where('must_change_password', '=', true)
    .where('logins.created_at', '>', sql<string>`now() - make_interval(mins => ${sql.lit(JUST_TYPED_MINUTES)})`)
    .executeTakeFirst()
  return login !== undefined
}

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
