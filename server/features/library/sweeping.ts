import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/types.ts'
import type { FileStore } from '../../files/files.ts'
import { setAside } from '../../files/keeping.ts'
import { addUpDownloads, sweepUploads } from './writes.ts'

/** Once an hour: forgets uploads that became no entry within a day, and adds up the downloads. */
export async function sweepLibrary(db: Db, files: FileStore, log: FastifyBaseLogger): Promise<void> {
  await setAside(files, await sweepUploads(db), log)
  await addUpDownloads(db)
}
