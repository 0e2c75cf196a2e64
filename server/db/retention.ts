import { sql } from 'kysely'
import type { Db } from './types.ts'

interface RetentionSettings {
  /** Years. */
  AUDIT_KEEP?: number | undefined
  /** Days. */
  WITHDRAWN_CASES_KEEP?: number | undefined
}

/**
 * Tells the database how long to keep the trail and withdrawn cases; without a setting, for good. As the owner: the
 * app's role may only have removed what this allows.
 */
export async function setRetention(owner: Db, { AUDIT_KEEP, WITHDRAWN_CASES_KEEP }: RetentionSettings): Promise<void> {
  const years = AUDIT_KEEP ?? null
  const days = WITHDRAWN_CASES_KEEP ?? null
  await sql`update retention set audit_years = ${years}::int, withdrawn_case_days = ${days}::int
    where (audit_years, withdrawn_case_days) is distinct from (${years}::int, ${days}::int)`.execute(owner)
}
