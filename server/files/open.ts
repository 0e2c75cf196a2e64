import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { diskStore } from './disk.ts'
import { type FileStore, sweepTemporary } from './files.ts'

/** An upload takes ten minutes at the most, and its file is written to all the while. */
const UNFINISHED_AGE_MS = 60 * 60 * 1000

/** Removes what killed processes left half-written; the data directory may be shared when the database is. */
export async function sweepIncoming({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Promise<void> {
  await sweepTemporary(join(DATA_DIR, 'files/incoming'), new Date(Date.now() - UNFINISHED_AGE_MS))
}

/** The store that the settings name, for the server. */
export async function openFileStore(settings: Settings): Promise<FileStore> {
  // The holder of the embedded database is alone here: half-written files are of a former run.
  if (settings.DATABASE_URL) await sweepIncoming(settings)
  else await sweepTemporary(join(settings.DATA_DIR, 'files/incoming'), new Date())
  return fileStoreOf(settings)
}

/** The store that the settings name, as it is: a server may be writing to it. */
export async function fileStoreOf({
  FILES_URL,
  DATA_DIR,
}: Pick<Settings, 'FILES_URL' | 'DATA_DIR'>): Promise<FileStore> {
  const root = join(DATA_DIR, 'files')
  if (!FILES_URL) return diskStore(root)
  const { bucketStore } = await import('./bucket.ts')
  return bucketStore(FILES_URL, join(root, 'incoming'))
}
