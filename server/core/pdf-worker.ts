import { parentPort } from 'node:worker_threads'
import { type PdfReport, writeReport } from './pdf-report.ts'
import type { Said } from './pdf-threads.ts'

// The thread that makes PDFs, one after the other: a report comes as a message, its bytes go back as several.

const say = (said: Said) => parentPort?.postMessage(said)

parentPort?.on('message', async (report: PdfReport) => {
  try {
    await writeReport(report, (bytes) => say({ bytes }))
    say({ isDone: true })
  } catch (error) {
    say({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
