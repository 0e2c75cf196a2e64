import { buffer } from 'node:stream/consumers'
import { lineHeight, Paper, type Style } from './text.ts'

type Fact = readonly [label: string, value: string]

interface PdfTable {
  columns: readonly { label: string /** Its part of the page's width. */; share: number; toRight?: boolean }[]
  rows: readonly (readonly string[])[]
  /** What stands there instead of rows. */
  empty: string
}

/** A report on A4 pages: a head, then its parts one below the other. */
export interface PdfReport {
  college: string
  title: string
  /** The day on which it is made, as people write it. */
  date: string
  /** What was chosen. */
  facts: readonly Fact[]
  /** At the foot of each page; otherwise the title stands there from the second page on. */
  foot?: string
  parts: readonly {
    heading?: string
    facts?: readonly Fact[]
    /** What people have written. */
    texts?: readonly string[]
    table?: PdfTable
    notes?: readonly string[]
  }[]
}

const PAGE = { width: 595.28, height: 841.89, margin: 42 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - 18
const GAP = 4
/** What the number of a page takes of its foot. */
const PAGE_NUMBER = 80
/** A cell with more lines goes on in another row, so that no row is higher than a page. */
const ROW_LINES = 40

const DARK = '#1a1b1e'
const DIM = '#495057'
const styles = {
  college: { size: 10, weight: 'bold', colour: DIM },
  title: { size: 17, weight: 'bold', colour: DARK },
  heading: { size: 11, weight: 'bold', colour: DARK },
  label: { size: 9, weight: 'bold', colour: DIM },
  text: { size: 9, weight: 'regular', colour: DARK },
  note: { size: 8, weight: 'regular', colour: DIM },
} as const satisfies Record<string, Style>

/** Something of a known height that is never divided between two pages. */
interface Block {
  height: number
  draw(y: number): void
  /** Stands at the top again when a new page begins. */
  repeats?: Block
  /** Is not left alone at the foot of a page. */
  isHeading?: boolean
}

/** Measures the whole report first, so that every page can say how many there are. */
class Layout {
  readonly blocks: Block[] = []
  private readonly paper: Paper

  constructor(paper: Paper) {
    this.paper = paper
  }

  space(height: number): void {
    this.blocks.push({ height, draw: () => undefined })
  }

  text(text: string, style: Style, isHeading = false): void {
    for (const line of this.paper.linesOf(text, style, WIDTH))
      this.blocks.push({
        height: lineHeight(style),
        draw: (y) => this.paper.draw(line, style, PAGE.margin, y, WIDTH),
        isHeading,
      })
  }

  facts(facts: readonly Fact[]): void {
    const indent = 110
    for (const [label, value] of facts)
      for (const [index, line] of this.paper.linesOf(value, styles.text, WIDTH - indent).entries())
        this.blocks.push({
          height: lineHeight(styles.text),
          draw: (y) => {
            if (index === 0) this.paper.draw(label, styles.label, PAGE.margin, y, indent)
            // Under one another, whatever their script.
            const width = this.paper.widthOf(line, styles.text)
            this.paper.draw(line, styles.text, PAGE.margin + indent, y, width)
          },
        })
  }

  table({ columns, rows, empty }: PdfTable): void {
    const heading = this.row(
      columns,
      columns.map(({ label }) => [label]),
      styles.label,
      '#e9ecef',
    )
    this.blocks.push({ ...heading, isHeading: true })
    if (rows.length === 0) this.text(empty, styles.text)
    for (const row of rows) {
      const cells = columns.map(({ share }, index) =>
        this.paper.linesOf(row[index] ?? '', styles.text, share * WIDTH - 2 * GAP),
      )
      const most = Math.max(...cells.map((lines) => lines.length))
      for (let from = 0; from < most; from += ROW_LINES) {
        const lines = cells.map((all) => all.slice(from, from + ROW_LINES))
        this.blocks.push({ ...this.row(columns, lines, styles.text), repeats: heading })
      }
    }
  }

  private row(columns: PdfTable['columns'], cells: string[][], style: Style, background?: string): Block {
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight(style) + 2 * GAP
    return {
      height,
      draw: (y) => {
        const { doc } = this.paper
        if (background) doc.rect(PAGE.margin, y, WIDTH, height).fill(background)
        doc
          .moveTo(PAGE.margin, y + height)
          .lineTo(PAGE.margin + WIDTH, y + height)
          .lineWidth(0.5)
          .stroke('#ced4da')
        let x = PAGE.margin
        for (const [index, { share, toRight }] of columns.entries()) {
          for (const [at, line] of (cells[index] ?? []).entries())
            this.paper.draw(line, style, x + GAP, y + GAP + at * lineHeight(style), share * WIDTH - 2 * GAP, toRight)
          x += share * WIDTH
        }
      },
    }
  }

  /** Makes one block of those since `from`, so that no page ends between them. */
  together(from: number): void {
    const blocks = this.blocks.splice(from)
    const height = blocks.reduce((sum, block) => sum + block.height, 0)
    if (height > PAGE.height / 2) return void this.blocks.push(...blocks)
    this.blocks.push({
      height,
      draw: (y) => {
        let at = y
        for (const block of blocks) {
          block.draw(at)
          at += block.height
        }
      },
    })
  }

  /** The blocks as they stand on their pages. */
  pages(): { block: Block; y: number }[][] {
    const pages: { block: Block; y: number }[][] = [[]]
    let y = PAGE.margin
    const put = (block: Block) => {
      pages.at(-1)?.push({ block, y })
      y += block.height
    }
    for (const [index, block] of this.blocks.entries()) {
      const needed = block.height + (block.isHeading ? (this.blocks[index + 1]?.height ?? 0) : 0)
      if (y + needed > BOTTOM) {
        pages.push([])
        y = PAGE.margin
        if (block.repeats) put(block.repeats)
      }
      put(block)
    }
    return pages
  }
}

function layOut(paper: Paper, report: PdfReport): Layout {
  const layout = new Layout(paper)
  layout.text(report.college, styles.college)
  layout.text(report.title, styles.title)
  layout.space(4)
  layout.facts([...report.facts, ['Date', report.date]])
  for (const { heading, facts = [], texts = [], table, notes = [] } of report.parts) {
    layout.space(10)
    const from = layout.blocks.length
    if (heading !== undefined) layout.text(heading, styles.heading, true)
    layout.facts(facts)
    for (const text of texts) layout.text(text, styles.text)
    if (table) layout.table(table)
    for (const note of notes) layout.text(note, styles.note)
    if (!table) layout.together(from)
  }
  return layout
}

/** A report as the bytes of a PDF. Everything is measured before anything is drawn. */
export function makePages(report: PdfReport): Promise<Buffer> {
  const paper = new Paper({ info: { Title: report.title, Author: report.college, Creator: 'Clinical eLog' } })
  const { doc } = paper
  const pages = layOut(paper, report).pages()
  for (const [index, blocks] of pages.entries()) {
    doc.addPage({ size: [PAGE.width, PAGE.height], margin: 0 })
    for (const { block, y } of blocks) block.draw(y)
    const foot = PAGE.height - PAGE.margin - lineHeight(styles.note)
    const below = report.foot ?? (index > 0 ? report.title : undefined)
    if (below !== undefined) {
      const [line = ''] = paper.linesOf(below, styles.note, WIDTH - PAGE_NUMBER)
      paper.draw(line, styles.note, PAGE.margin, foot, WIDTH - PAGE_NUMBER)
    }
    paper.draw(`Page ${index + 1} of ${pages.length}`, styles.note, PAGE.margin, foot, WIDTH, true)
  }
  doc.end()
  return buffer(doc)
}
