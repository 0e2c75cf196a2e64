import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { csvLines } from './csv.ts'
import { BROKEN, sheetOf, UnreadableSheet } from './lines.ts'
import type { ReaderOrder } from './read.ts'
import { xlsxLines } from './xlsx.ts'

// The thread of `readSheet`: reads one file and says what is in it, or why it cannot be read.

const { path, headings } = workerData as ReaderOrder
const bytes = readFileSync(path)
const known = new Set(headings)
const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
try {
  parentPort?.postMessage({ sheet: sheetOf(isZip ? await xlsxLines(bytes, known) : csvLines(bytes, known)) })
} catch (error) {
  parentPort?.postMessage({ refusal: error instanceof UnreadableSheet ? error.messages : [BROKEN] })
}
