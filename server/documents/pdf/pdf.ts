import type { FastifyReply } from 'fastify'
import type { Maker } from './maker.ts'
import { processesOf } from './processes.ts'
import type { PdfReport, PdfReports } from './report.ts'

const make = processesOf<PdfReports, Uint8Array>(new URL('./worker.ts', import.meta.url))

/** Reports as one PDF, made in another process: in this one it would hold everybody up. */
export const makeReport = async (...reports: PdfReports): Promise<Buffer> => Buffer.from(await make(reports))

/** Returns a report with the college's logo at its head. */
export const headed = (maker: Maker, report: PdfReport): PdfReport =>
  maker.logo ? { ...report, logo: maker.logo } : report

interface PdfFile {
  name: string
  day: string
  report: PdfReport
  /** Further reports of the same file. */
  more?: readonly PdfReport[]
}

/** Sends a report as a file named after it and the day, `YYYY-MM-DD`. `name` is plain ASCII. */
export async function sendPdf(
  reply: FastifyReply,
  maker: Maker,
  { name, day, report, more = [] }: PdfFile,
): Promise<FastifyReply> {
  const pdf = await makeReport(headed(maker, report), ...more.map((one) => headed(maker, one)))
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${name}-${day}.pdf"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(pdf)
}
