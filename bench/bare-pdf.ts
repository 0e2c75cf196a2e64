// A worker thread: the least that pdfkit needs for a table, its cells drawn one after the other on as many pages.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import PDFDocument from 'pdfkit'

const FONT = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
)
const HEIGHT = 20
const WIDTHS = [145, 80, 40, 45, 45, 40, 60, 60]
const ROWS_PER_PAGE = 37

parentPort?.on('message', (rows: string[][]) => {
  const doc = new PDFDocument({ size: 'A4', margin: 42 })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  doc.on('end', () => parentPort?.postMessage(Buffer.concat(chunks).length))
  doc.registerFont('text', FONT).font('text').fontSize(9)
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % ROWS_PER_PAGE === 0) doc.addPage()
    const y = 42 + (index % ROWS_PER_PAGE) * HEIGHT
    let x = 42
    for (const [column, cell] of row.entries()) {
      doc.text(cell, x, y, { lineBreak: false })
      x += WIDTHS[column] ?? 0
    }
    doc
      .moveTo(42, y + HEIGHT - 4)
      .lineTo(553, y + HEIGHT - 4)
      .lineWidth(0.5)
      .stroke('#ced4da')
  }
  doc.end()
})
