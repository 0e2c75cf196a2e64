import { join } from 'node:path'
import type { Settings } from '../../settings.ts'
import { diskStore } from './disk.ts'
import { type FileStore, sweepTemporary } from './files.ts'

/** An upload takes ten minutes at the most, and its file is written to all the while. */
const UNFINISHED_AGE_MS = 60 * 60 * 1000

/** Removes what killed processes left half-written; the data directory may be shared when the database is. */
export async function sweepIncoming({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<void> {
  await sweepTemporary(join(DATA_DIR, 'files/incoming'), new Date(Date.now() - UNFINISHED_AGE_MS))
}

/** The store that the settings name. */
export async function openFileStore({ FILES_URL, DATA_DIR, DATABASE_URL }: Settings): Promise<FileStore> {
  const root = join(DATA_DIR, 'files')
  // Who holds the embedded database is alone here: whatever is half-written is of a former run.
  if (DATABASE_URL) await sweepIncoming({ DATA_DIR })
  else await sweepTemporary(join(root, 'incoming'), new Date())
  if (!FILES_URL) return diskStore(root)
  const { bucketStore } = await import('./bucket.ts')
  return bucketStore(FILES_URL, join(root, 'incoming'))
}
