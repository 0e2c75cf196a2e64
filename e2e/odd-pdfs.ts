import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { pdfFile } from './steps.ts'

const NO_PAGE = 'has no page that can be shown.'

/** PDFs that nobody can read, and what is said of each before it is sent. */
export async function oddPdfs(): Promise<[file: ReturnType<typeof pdfFile>, why: string][]> {
  const locked = new PDFDocument({ userPassword: 'a', ownerPassword: 'b', pdfVersion: '1.7ext3' })
  locked.text('Case history').end()
  const whole = pdfFile('cut off.pdf')
  return [
    [{ ...whole, name: 'locked.pdf', buffer: await buffer(locked) }, 'is protected by a password.'],
    [{ ...whole, buffer: whole.buffer.subarray(0, 150) }, NO_PAGE],
    [{ ...whole, name: 'header.pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }, NO_PAGE],
    [{ ...whole, name: 'text.pdf', buffer: Buffer.from('Case history') }, 'is not a PDF. Only PDF files are allowed.'],
  ]
}

/** A PDF written to its end whose list of pages leads to none of them. */
export function withoutItsPage(name: string) {
  const { buffer: whole, ...file } = pdfFile(name)
  return { ...file, buffer: Buffer.from(whole.toString().replace('/Kids [3 0 R]', '/Kids [9 0 R]')) }
}
