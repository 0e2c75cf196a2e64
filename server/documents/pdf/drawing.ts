import { buffer } from 'node:stream/consumers'
import { layOut } from './layout.ts'
import { pagesOf } from './pages.ts'
import type { PdfReport, PdfReports } from './report.ts'
import { styles } from './styles.ts'
import { lineHeight, lineOf, Paper } from './text.ts'

/** The width that the number of a page takes of its foot. */
const PAGE_NUMBER = 80

/** Returns the text at the foot of a page. That of a document tells which it is, since a page may be handed on alone. */
function footOf({ foot, title, proof }: PdfReport, index: number): string | undefined {
  if (proof) return [`Document ${proof.number}`, proof.code, foot].filter(Boolean).join(' · ')
  return foot ?? (index > 0 ? title : undefined)
}

/** Measures a report as a whole before it draws any of it. */
function drawReport(paper: Paper, report: PdfReport): void {
  const { doc } = paper
  const { blocks: all, sheet } = layOut(paper, report)
  const width = sheet.width - 2 * sheet.margin
  const pages = pagesOf(all, sheet)
  const isNumbered = !report.isLetter || pages.length > 1
  for (const [index, blocks] of pages.entries()) {
    doc.addPage({ size: [sheet.width, sheet.height], margin: 0 })
    for (const { block, y } of blocks) block.draw(y)
    const foot = sheet.height - sheet.margin - lineHeight(styles.note)
    const below = footOf(report, index)
    if (below !== undefined) {
      const [line, more] = paper.linesOf(below, styles.note, width - PAGE_NUMBER)
      // A name that is cut says so.
      const shown = line && more ? { ...line, text: `${line.text}…` } : line
      if (shown) paper.draw(shown, styles.note, sheet.margin, foot, width - PAGE_NUMBER)
    }
    if (!isNumbered) continue
    paper.draw(lineOf(`Page ${index + 1} of ${pages.length}`), styles.note, sheet.margin, foot, width, true)
  }
}

/** Returns reports as the bytes of one PDF, which is called as the first of them. */
export function makePages(reports: PdfReports): Promise<Buffer> {
  const [{ title, college }] = reports
  const paper = new Paper({ info: { Title: title, Author: college, Creator: 'Clinical eLog' } })
  for (const report of reports) drawReport(paper, report)
  paper.doc.end()
  return buffer(paper.doc)
}
