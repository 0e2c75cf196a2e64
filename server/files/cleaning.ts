import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { FilesAllowed } from '../../shared/files.ts'
import type { Who } from '../core/turns.ts'
import { processesOf } from '../documents/pdf/processes.ts'
import type { ToClean } from './cleaner.ts'
import { fileTypeOf } from './file-types.ts'

interface FileToClean {
  name: string
  size: number
  sha256: Buffer
  head: Buffer
  temporaryPath: string
}

const clean = processesOf<ToClean, Uint8Array | undefined>(new URL('./cleaner.ts', import.meta.url), { heapMb: 256 })

async function overwrite(path: string, bytes: Uint8Array): Promise<void> {
  const target = await open(path, 'w', 0o600)
  try {
    await target.writeFile(bytes)
    await target.sync()
  } finally {
    await target.close()
  }
}

/**
 * Cleans the files of a form of their author, program and place, if its rule says so: their size and SHA-256 are those
 * of what is stored. A file that cannot be cleaned stays as it is, as the form says.
 */
export async function cleanFiles<File extends FileToClean>(
  files: File[],
  rule: FilesAllowed,
  who: Who,
  log: FastifyBaseLogger,
): Promise<File[]> {
  if (!rule.isCleaned) return files
  const cleaned: File[] = []
  for (const file of files) {
    const { name, head, temporaryPath: path } = file
    const bytes = await clean({ path, type: fileTypeOf(name, head) }, who).catch((error: unknown) => {
      log.warn({ err: error }, 'a file was taken with what it tells of its maker: it could not be opened in time')
      return undefined
    })
    if (bytes) await overwrite(path, bytes)
    cleaned.push(bytes ? { ...file, size: bytes.length, sha256: createHash('sha256').update(bytes).digest() } : file)
  }
  return cleaned
}
