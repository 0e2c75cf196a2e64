import type { FastifyReply } from 'fastify'
import { processesOf } from './processes.ts'
import type { PdfReport } from './report.ts'

const make = processesOf<PdfReport, Uint8Array>(new URL('./worker.ts', import.meta.url))

/** A report as PDF, made in another process: in this one it would hold everybody up. */
export const makeReport = async (report: PdfReport): Promise<Buffer> => Buffer.from(await make(report))

/** Sends a report as a file named after it and the day, `YYYY-MM-DD`. `name` is plain ASCII. */
export async function sendPdf(
  reply: FastifyReply,
  { name, day, report }: { name: string; day: string; report: PdfReport },
): Promise<FastifyReply> {
  const pdf = await makeReport(report)
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${name}-${day}.pdf"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(pdf)
}
