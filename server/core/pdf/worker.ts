import type { Said } from './processes.ts'
import { makePages, type PdfReport } from './report.ts'

// The process that makes PDFs, one after the other: a report comes as a message, its file goes back as one.

const say = (said: Said) => process.send?.(said)

process.on('message', async (report: PdfReport) => {
  try {
    say({ bytes: await makePages(report) })
  } catch (error) {
    say({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole group of processes; the server finishes what it is asked for, and ends this one.
process.on('SIGINT', () => undefined)
