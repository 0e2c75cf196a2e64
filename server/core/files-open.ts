import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { type FileStore, sweepTemporary } from './files.ts'
import { diskStore } from './files-disk.ts'

/** The store that the settings name. */
export async function openFileStore({ FILES_URL, DATA_DIR }: Settings): Promise<FileStore> {
  const root = join(DATA_DIR, 'files')
  await sweepTemporary(join(root, 'incoming'), new Date(Date.now() - 24 * 60 * 60 * 1000))
  if (!FILES_URL) return diskStore(root)
  const { bucketStore } = await import('./files-bucket.ts')
  return bucketStore(FILES_URL, join(root, 'incoming'))
}
