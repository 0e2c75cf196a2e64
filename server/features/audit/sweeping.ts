import type { Db } from '../../db/types.ts'
import { removeOldTrail } from './old-trail.writes.ts'

/** Removes the rows of the trail that are older than they are to be kept. */
export async function sweepTrail(db: Db): Promise<void> {
  while ((await removeOldTrail(db)) > 0);
}
