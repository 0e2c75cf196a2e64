import { readFile } from 'node:fs/promises'
import { answering } from './answering.ts'
import { limited } from './limited.ts'
import { printedLogo } from './logo.ts'

// The process that tries whether a picture can be drawn. A file may be made to take all memory or time.

const LIMITS = { seconds: 10, bytes: 384 * 1024 * 1024 }

async function canBeDrawn(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  try {
    printedLogo(bytes)
    return true
  } catch {
    return false
  }
}

answering(limited(canBeDrawn, LIMITS))
