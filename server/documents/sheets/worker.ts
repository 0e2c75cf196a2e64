import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { sheetOf } from './headings.ts'
import { BROKEN, UnreadableSheet } from './lines.ts'
import type { ReaderOrder } from './read.ts'

// The thread of `readSheet`: reads one file and says what is in it, or why it cannot be read. Each file has a thread of its
// own. One that was started ahead of its file loads the code for every kind while it waits, others that of their file alone.

const csv = () => import('./csv.ts')
const xlsx = () => import('./xlsx.ts')

async function nextOrder(): Promise<ReaderOrder> {
  if (!parentPort) throw new Error('This is the code of a thread')
  const there = receiveMessageOnPort(parentPort)
  if (there) return there.message
  const [order] = await Promise.all([once(parentPort, 'message'), csv(), xlsx()])
  return order[0]
}

const { path, headings } = await nextOrder()
const bytes = readFileSync(path)
const known = new Set(headings)
const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
try {
  const lines = isZip ? await (await xlsx()).xlsxLines(bytes, known) : (await csv()).csvLines(bytes, known)
  parentPort?.postMessage({ sheet: sheetOf(lines) })
} catch (error) {
  parentPort?.postMessage({ refusal: error instanceof UnreadableSheet ? error.messages : [BROKEN] })
}
