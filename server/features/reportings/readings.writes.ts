import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import type { Write } from '../../core/http/writing.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import type { ReportingRecord } from './rules.ts'

/** Somebody who goes on reading leaves one row in so many minutes. */
const ONCE_IN_MINUTES = 10

/** Any number that no other lock has. */
const READING_LOCK = 7_013

type Read = Pick<ReportingRecord, 'id' | 'case_number' | 'is_confidential'>

/** Leaves a row of the trail for the reading of a confidential case, in the transaction that gives it out. */
export async function leaveReading(tx: Tx, caller: Caller, reporting: Read): Promise<void> {
  if (!reporting.is_confidential) return
  // Two readings at once by one person, as a screen begins with, are one.
  await sql`select pg_advisory_xact_lock(${READING_LOCK}, hashtext(${`${caller.id} ${reporting.id}`}))`.execute(tx)
  const told = await tx
    .selectFrom('audit')
    .select('id')
    .where('entity', '=', 'reporting')
    .where('entity_id', '=', reporting.id)
    .where('action', '=', 'read')
    .where('actor_id', '=', caller.id)
    .where('at', '>', sql<string>`now() - make_interval(mins => ${sql.lit(ONCE_IN_MINUTES)})`)
    .limit(1)
    .executeTakeFirst()
  if (told) return
  await leaveTrail(tx, caller, [
    { action: 'read', entity: 'reporting', entityId: reporting.id, changes: { read: [null, reporting.case_number] } },
  ])
}

/**
 * Tells the trail who reads a confidential case. Awaited before anything of the case is sent: nothing of it is read
 * untold.
 */
export async function tellReading(write: Write, caller: Caller, reporting: Read): Promise<void> {
  if (reporting.is_confidential) await write((tx) => leaveReading(tx, caller, reporting))
}
