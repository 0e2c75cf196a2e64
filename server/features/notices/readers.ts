import { type Caller, callerOf } from '../../core/caller.ts'
import { mustSetUpFactor } from '../../core/holder.ts'
import { findHolder } from '../../core/login.ts'
import type { JobServices } from '../../jobs/kinds.ts'

/** The person as a sign-in would let them see the day; nobody where it would not. */
export async function findReader(
  { db, settings }: Pick<JobServices, 'db' | 'settings'>,
  userId: number,
): Promise<Caller | undefined> {
  const holder = await findHolder(db, userId)
  if (!holder || mustSetUpFactor(holder, settings.SECOND_FACTOR_ROLES)) return undefined
  const caller = callerOf(holder, settings.COLLEGE_TIMEZONE)
  return caller.may('today:read') && caller.may('notices:own') ? caller : undefined
}
