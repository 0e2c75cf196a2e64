import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Write } from '../../http/writing.ts'
import type { ReportingRecord } from './rules.ts'

/** Somebody who goes on reading leaves one row of a kind in so many minutes. */
const ONCE_IN_MINUTES = 10

/** Any number that no other lock has. */
const READING_LOCK = 7_013

type Read = Pick<ReportingRecord, 'id' | 'case_number' | 'is_confidential'>

/** A way of reading a case: opened, as a row of a list, as a print, or by a file of its evidence. */
type Reading = { action: 'read' | 'list' | 'print' } | { action: 'download'; file: string }

const OPENED: Reading = { action: 'read' }

const readOf = (reading: Reading, { case_number }: Read) => (reading.action === 'download' ? reading.file : case_number)

/** Returns those of the cases that are confidential, and whose reading by this person is not in the trail yet. */
async function untold<R extends Read>(db: Db, { id }: Caller, reportings: readonly R[], reading: Reading) {
  const confidential = reportings.filter(({ is_confidential }) => is_confidential)
  if (confidential.length === 0) return []
  const rows = await db
    .selectFrom('audit')
    .select(['entity_id', sql<string>`changes #>> array[action, '1']`.as('read')])
    .where('entity', '=', 'reporting')
    .where(sql<boolean>`entity_id = any(${confidential.map((one) => one.id)})`)
    .where('action', '=', reading.action)
    .where('actor_id', '=', id)
    .where('at', '>', sql<string>`now() - make_interval(mins => ${sql.lit(ONCE_IN_MINUTES)})`)
    .execute()
  return confidential.filter(
    (one) => !rows.some(({ entity_id, read }) => entity_id === one.id && read === readOf(reading, one)),
  )
}

/** Leaves a row of the trail for each confidential case that is read, in the transaction that gives them out. */
export async function leaveReadings(
  tx: Tx,
  caller: Caller,
  reportings: readonly Read[],
  reading: Reading = OPENED,
): Promise<void> {
  if (!reportings.some(({ is_confidential }) => is_confidential)) return
  // Two readings at once by one person, as a screen begins with, are one.
  await sql`select pg_advisory_xact_lock(${READING_LOCK}, ${caller.id})`.execute(tx)
  const rows = (await untold(tx, caller, reportings, reading)).map((reporting) => ({
    action: reading.action,
    entity: 'reporting' as const,
    entityId: reporting.id,
    changes: { [reading.action]: [null, readOf(reading, reporting)] as [null, string] },
  }))
  if (rows.length > 0) await leaveTrail(tx, caller, rows)
}

interface Reader {
  db: Db
  write: Write
  caller: Caller
}

/** Tells the trail who reads confidential cases. Awaited before anything of them is sent: nothing is read untold. */
export async function tellReadings(
  { db, write, caller }: Reader,
  reportings: readonly Read[],
  reading: Reading = OPENED,
): Promise<void> {
  const left = await untold(db, caller, reportings, reading)
  if (left.length > 0) await write((tx) => leaveReadings(tx, caller, left, reading))
}
