import type { Db } from '../../db/types.ts'
import { listEnded } from './anonymous.reads.ts'
import { countWaiting } from './anonymous.writes.ts'

/** Once an hour: the responses that still wait in anonymous surveys past their last day are counted. */
export async function sweepFeedback(db: Db, zone: string): Promise<void> {
  for (const surveyId of await listEnded(db, zone)) await db.transaction().execute((tx) => countWaiting(tx, surveyId))
}
