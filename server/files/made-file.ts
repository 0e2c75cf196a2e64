import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { HEAD_BYTES } from '../../shared/files.ts'
import { asNoRoom } from './disk-room.ts'
import type { FileStore } from './files.ts'
import type { ReceivedFile } from './uploads.ts'

interface MadeFile extends AsyncDisposable {
  file: ReceivedFile
}

/**
 * Writes a file that the server has made into the store's temporary room, synced, to be kept as an upload is. Its end
 * removes it unless it was kept.
 * @throws 507 when the disk is full
 */
export async function madeFile(store: FileStore, name: string, bytes: Buffer): Promise<MadeFile> {
  const temporaryPath = await store.temporaryPath()
  const remove = () => rm(temporaryPath, { force: true })
  try {
    await using target = await open(temporaryPath, 'wx', 0o600)
    await target.writeFile(bytes)
    await target.sync()
  } catch (error) {
    await remove()
    throw asNoRoom(error)
  }
  const sha256 = createHash('sha256').update(bytes).digest()
  const head = bytes.subarray(0, HEAD_BYTES)
  return { file: { name, size: bytes.length, sha256, head, temporaryPath }, [Symbol.asyncDispose]: remove }
}
