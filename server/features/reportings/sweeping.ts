import type { FastifyBaseLogger } from 'fastify'
import { listForsaking } from './handover.reads.ts'
import { endVainWaits, handOverCases } from './handover.writes.ts'
import { mailAssignees, type Post } from './mailing.ts'

/**
 * Once an hour: cases of who can't go on with them, for which there was nobody before, go to somebody; nobody waits for a
 * reply of who has left; and mails that could not be sent are sent.
 */
export async function sweepReportings(post: Post, log: FastifyBaseLogger): Promise<void> {
  const { db } = post
  for (const staffId of await listForsaking(db))
    await db.transaction().execute((tx) => handOverCases(tx, null, staffId))
  await db.transaction().execute((tx) => endVainWaits(tx, null, 'all'))
  await mailAssignees(post, log)
}
