import { discard } from '../../files/keeping.ts'
import type { JobServices } from '../../jobs/kinds.ts'
import { deleteOldPacks, failSilentPacks } from './writes.ts'

/** A pack tells of itself with each file, and waits no longer for its turn. */
const SILENT_MINUTES = 120

/** Deletes packs with their files after their time, and ends those that nobody makes any more. */
export async function sweepPacks({ db, files, log }: Pick<JobServices, 'db' | 'files' | 'log'>): Promise<void> {
  await failSilentPacks(db, SILENT_MINUTES)
  await discard(files, await db.transaction().execute(deleteOldPacks), log)
}
