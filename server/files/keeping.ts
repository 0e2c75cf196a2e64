import type { FastifyBaseLogger } from 'fastify'
import { AlreadyAnswered, HttpError } from '../core/errors.ts'
import { asNoRoom } from './disk-room.ts'
import { fileTypeOf } from './file-types.ts'
import { dayOfRemoval, type FileStore } from './files.ts'
import type { ReceivedFile } from './uploads.ts'

/** A file in the store that no row knows yet. */
export interface StoredFile {
  name: string
  /** A media type, by content and ending; what the sender says is not asked. */
  type: string
  size: number
  sha256: Buffer
  storage_key: string
}

/** Sets files aside whose rows are gone; one that stays behind is swept later. */
export async function setAside(store: FileStore, keys: string[], log: FastifyBaseLogger): Promise<void> {
  for (const key of keys)
    await store.setAside(key).catch((error: unknown) => log.warn({ err: error }, 'a file could not be set aside'))
}

/** Deletes files for good that can be made again. One that stays behind is swept later. */
export async function discard(store: FileStore, keys: string[], log: FastifyBaseLogger): Promise<void> {
  await setAside(store, keys, log)
  for (const key of keys)
    await store
      .forget({ key, day: dayOfRemoval() })
      .catch((error: unknown) => log.warn({ err: error }, 'a file could not be deleted'))
}

/**
 * True when the write surely left no rows: the database refused it. A database that was lost may have made a row all
 * the same. When the call was answered already, the first one has made the rows, with files of its own.
 */
const isSurelyUndone = (error: unknown) =>
  error instanceof AlreadyAnswered || (error instanceof HttpError && error.status < 500)

/**
 * Puts received files into the store and then runs `commit`, the transaction that makes their rows: a store that is
 * slow keeps no connection and no lock. Files of a refused write are set aside.
 */
export async function keepFiles<T>(
  store: FileStore,
  files: ReceivedFile[],
  log: FastifyBaseLogger,
  commit: (kept: StoredFile[]) => Promise<T>,
): Promise<T> {
  const kept: StoredFile[] = []
  const undo = () =>
    setAside(
      store,
      kept.map((file) => file.storage_key),
      log,
    )
  try {
    for (const { name, size, sha256, head, temporaryPath } of files)
      kept.push({ name, type: fileTypeOf(name, head), size, sha256, storage_key: await store.keep(temporaryPath) })
  } catch (error) {
    await undo()
    throw asNoRoom(error)
  }
  try {
    return await commit(kept)
  } catch (error) {
    if (isSurelyUndone(error)) await undo()
    throw error
  }
}
