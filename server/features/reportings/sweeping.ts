import type { Db } from '../../db/types.ts'
import type { Services } from '../../http/services.ts'
import { listForsaking } from './handover.reads.ts'
import { endVainWaits, handOverCases } from './handover.writes.ts'
import { mailAssignees } from './mailing.ts'
import { removeWithdrawn } from './withdrawn.writes.ts'

/**
 * Once an hour: cases of people who can't go on with them, for which there was nobody before, go to somebody; waits for
 * a reply of people who have left end; and assignees who were not told yet are told.
 */
export async function sweepReportings(services: Pick<Services, 'db' | 'mail' | 'jobs'>): Promise<void> {
  const { db, jobs } = services
  for (const staffId of await listForsaking(db))
    await db.transaction().execute((tx) => handOverCases(tx, null, staffId))
  await db.transaction().execute((tx) => endVainWaits(tx, null, 'all'))
  await db.transaction().execute((tx) => mailAssignees(tx, services, 'all'))
  jobs.hurry()
}

/** Removes cases that were withdrawn longer ago than they are to be kept; their files have no record then, and are set aside. */
export async function sweepWithdrawn(db: Db): Promise<void> {
  while ((await removeWithdrawn(db)) > 0);
}
