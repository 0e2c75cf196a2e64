import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { sheetOf } from './headings.ts'
import { BROKEN, UnreadableSheet } from './lines.ts'
import type { ReaderOrder } from './read.ts'

// The thread of `readSheet`: reads one file and says what is in it, or why it cannot be read.

const { path, headings } = workerData as ReaderOrder
const bytes = readFileSync(path)
const known = new Set(headings)
const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
try {
  // Each file has a thread of its own, which loads the code for its kind alone.
  const lines = isZip
    ? await (await import('./xlsx.ts')).xlsxLines(bytes, known)
    : (await import('./csv.ts')).csvLines(bytes, known)
  parentPort?.postMessage({ sheet: sheetOf(lines) })
} catch (error) {
  parentPort?.postMessage({ refusal: error instanceof UnreadableSheet ? error.messages : [BROKEN] })
}
