import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { IMPORT_FILE_MAX_BYTES } from '../../shared/limits.ts'
import { invalid } from './errors.ts'
import { BROKEN, type ReadSheet } from './sheets-lines.ts'
import type { FileRule } from './uploads.ts'

/** Compound files: Excel before 2007, and workbooks with a password. */
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

const ZIP = Buffer.from('PK\x03\x04', 'latin1')

/** What an upload of one sheet may carry. */
export const sheetFile: FileRule = {
  field: 'file',
  most: 1,
  maxBytes: IMPORT_FILE_MAX_BYTES,
  accepts: (name, head) => {
    const start = head.subarray(0, 4)
    return !start.equals(OLD_EXCEL) && (start.equals(ZIP) || !/\.xlsx$/i.test(name))
  },
  tooMany: 'Choose one file',
  tooLarge: (name) => `File "${name}" is too large. Maximum size is ${IMPORT_FILE_MAX_BYTES / 1024 / 1024}MB.`,
  wrongKind: () => 'Save the file as XLSX or CSV',
}

export const refusedFile = (...messages: string[]) => invalid({ [sheetFile.field]: messages })

const PATIENCE_MS = 30_000
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

async function readNow(path: string): Promise<ReadSheet> {
  const worker = new Worker(new URL('./sheets-worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: LIMITS,
  })
  try {
    // A thread that runs out of memory ends with an error, and nothing else does.
    const [said] = (await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => [
      { refusal: BROKEN },
    ])) as [{ sheet: ReadSheet } | { refusal: string }]
    if ('refusal' in said) throw refusedFile(said.refusal)
    return said.sheet
  } finally {
    await worker.terminate()
  }
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Reads an uploaded CSV or XLSX file, told apart by content. A file may be made to take all memory or time, so a thread
 * with little of both reads it, one file after the other.
 * @throws 422 on `file` when it cannot be read, has no rows or too many
 */
export function readSheet(path: string): Promise<ReadSheet> {
  const read = turn.then(() => readNow(path))
  turn = read.catch(() => undefined)
  return read
}
