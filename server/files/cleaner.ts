import { readFile } from 'node:fs/promises'
import { answering } from '../documents/pdf/answering.ts'
import { limited } from '../documents/pdf/limited.ts'
import { cleanPdf } from './clean-pdf.ts'
import { cleanJpeg, cleanPng } from './clean-picture.ts'

// The process that takes out of files what they tell of their makers. A file may be made to take all memory or time.

const LIMITS = { seconds: 10, bytes: 640 * 1024 * 1024 }

/** The cleaner of each type of file; other types are not cleaned. */
const CLEANERS: Record<string, (bytes: Buffer) => Buffer | Promise<Buffer>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'application/pdf': cleanPdf,
}

export interface ToClean {
  path: string
  type: string
}

/** The file anew; nothing of one that stays as it is. */
async function clean({ path, type }: ToClean): Promise<Uint8Array | undefined> {
  const cleaner = CLEANERS[type]
  if (!cleaner) return undefined
  try {
    return new Uint8Array(await cleaner(await readFile(path)))
  } catch {
    // Damaged, signed, with a password: the form has said that such a file stays as it is.
    return undefined
  }
}

answering(limited(clean, LIMITS))
