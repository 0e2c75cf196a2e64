import { buffer } from 'node:stream/consumers'
import { type Block, BOTTOM, blockOf, PAGE, pagesOf } from './pages.ts'
import { type Line, lineHeight, lineOf, Paper, type Style } from './text.ts'

type Fact = readonly [label: string, value: string]

interface PdfColumn {
  label: string
  /** Its part of the page's width. */
  share: number
  toRight?: boolean
  /** Names of files, whose ending stands on the right in every script. */
  isFileName?: boolean
  /** Its cells are percents, drawn as bars. */
  isBar?: boolean
}

interface PdfTable {
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  /** The text that stands there instead of rows. */
  empty: string
}

/** A report on A4 pages: a head, then its parts one below the other. */
export interface PdfReport {
  college: string
  title: string
  /** The day on which it is made, as people write it. */
  date: string
  /** The chosen filters. */
  facts: readonly Fact[]
  /** The text at the foot of each page; otherwise the title stands there from the second page on. */
  foot?: string
  parts: readonly {
    heading?: string
    facts?: readonly Fact[]
    /** The texts that people have written. */
    texts?: readonly string[]
    table?: PdfTable
    notes?: readonly string[]
    /** Is not divided between pages where it fits on one. */
    isWhole?: boolean
  }[]
}

const WIDTH = PAGE.width - 2 * PAGE.margin
const GAP = 4
/** The width that the number of a page takes of its foot. */
const PAGE_NUMBER = 80

const DARK = '#1a1b1e'
const DIM = '#495057'
const BAR = '#0f6e73'
const styles = {
  college: { size: 10, weight: 'bold', colour: DIM },
  title: { size: 17, weight: 'bold', colour: DARK },
  heading: { size: 11, weight: 'bold', colour: DARK },
  label: { size: 9, weight: 'bold', colour: DIM },
  text: { size: 9, weight: 'regular', colour: DARK },
  note: { size: 8, weight: 'regular', colour: DIM },
} as const satisfies Record<string, Style>

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
    const lines = this.paper.linesOf(text, style, WIDTH)
    const block = blockOf({
      count: lines.length,
      lineHeight: lineHeight(style),
      draw: (y, from, to) => this.drawLines(lines.slice(from, to), style, PAGE.margin, y, WIDTH),
    })
    this.blocks.push({ ...block, isHeading })
  }

  private drawLines(
    lines: readonly Line[],
    style: Style,
    x: number,
    y: number,
    width: number,
    toRight?: boolean,
  ): void {
    for (const [index, line] of lines.entries())
      this.paper.draw(line, style, x, y + index * lineHeight(style), width, toRight)
  }

  facts(facts: readonly Fact[]): void {
    const indent = 110
    for (const [label, value] of facts) {
      const lines = this.paper.linesOf(value, styles.text, WIDTH - indent)
      // Under one another, whatever their script.
      const width = Math.max(...lines.map(({ text }) => this.paper.widthOf(text, styles.text)))
      this.blocks.push(
        blockOf({
          count: lines.length,
          lineHeight: lineHeight(styles.text),
          draw: (y, from, to) => {
            if (from === 0) this.paper.draw(lineOf(label), styles.label, PAGE.margin, y, indent)
            this.drawLines(lines.slice(from, to), styles.text, PAGE.margin + indent, y, width)
          },
        }),
      )
    }
  }

  table({ columns, rows, empty }: PdfTable): void {
    const heading = this.row(
      columns,
      columns.map(({ label }) => label),
      styles.label,
      '#e9ecef',
    )
    this.blocks.push({ ...heading, isHeading: true })
    if (rows.length === 0) this.text(empty, styles.text)
    for (const row of rows) this.blocks.push({ ...this.row(columns, row, styles.text), repeats: heading })
  }

  private row(columns: PdfTable['columns'], texts: readonly string[], style: Style, background?: string): Block {
    const isHeading = background !== undefined
    const cells = columns.map(({ share, isFileName, isBar }, index) =>
      isBar && !isHeading ? [] : this.paper.linesOf(texts[index] ?? '', style, share * WIDTH - 2 * GAP, isFileName),
    )
    return blockOf({
      count: Math.max(...cells.map((lines) => lines.length)),
      lineHeight: lineHeight(style),
      gap: GAP,
      draw: (y, from, to, height) => {
        const { doc } = this.paper
        if (background) doc.rect(PAGE.margin, y, WIDTH, height).fill(background)
        doc
          .moveTo(PAGE.margin, y + height)
          .lineTo(PAGE.margin + WIDTH, y + height)
          .lineWidth(0.5)
          .stroke('#ced4da')
        let x = PAGE.margin
        for (const [index, { share, toRight, isBar }] of columns.entries()) {
          if (isBar && !isHeading && from === 0) this.bar(Number(texts[index]), x, y, share * WIDTH)
          const lines = cells[index]?.slice(from, to) ?? []
          this.drawLines(lines, style, x + GAP, y + GAP, share * WIDTH - 2 * GAP, toRight)
          x += share * WIDTH
        }
      },
    })
  }

  /** As wide as so many percent of its cell, and as high as a line. */
  private bar(percent: number, x: number, y: number, width: number): void {
    const length = ((width - 2 * GAP) * percent) / 100
    if (length > 0) this.paper.doc.rect(x + GAP, y + GAP, length, lineHeight(styles.text)).fill(BAR)
  }

  /** Makes one block of those since `from`, so that no page ends between them, unless they are higher than `most`. */
  together(from: number, most: number): void {
    const blocks = this.blocks.splice(from)
    const height = blocks.reduce((sum, block) => sum + block.height, 0)
    if (height > most) return void this.blocks.push(...blocks)
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
}

function layOut(paper: Paper, report: PdfReport): Layout {
  const layout = new Layout(paper)
  layout.text(report.college, styles.college)
  layout.text(report.title, styles.title)
  layout.space(4)
  layout.facts([...report.facts, ['Date', report.date]])
  for (const { heading, facts = [], texts = [], table, notes = [], isWhole = false } of report.parts) {
    layout.space(10)
    const from = layout.blocks.length
    if (heading !== undefined) layout.text(heading, styles.heading, true)
    layout.facts(facts)
    for (const text of texts) layout.text(text, styles.text)
    if (table) layout.table(table)
    for (const note of notes) layout.text(note, styles.note)
    if (isWhole) layout.together(from, BOTTOM - PAGE.margin)
    else if (!table && texts.length === 0) layout.together(from, PAGE.height / 2)
  }
  return layout
}

/** A report as the bytes of a PDF. Everything is measured before anything is drawn. */
export function makePages(report: PdfReport): Promise<Buffer> {
  const paper = new Paper({ info: { Title: report.title, Author: report.college, Creator: 'Clinical eLog' } })
  const { doc } = paper
  const pages = pagesOf(layOut(paper, report).blocks)
  for (const [index, blocks] of pages.entries()) {
    doc.addPage({ size: [PAGE.width, PAGE.height], margin: 0 })
    for (const { block, y } of blocks) block.draw(y)
    const foot = PAGE.height - PAGE.margin - lineHeight(styles.note)
    const below = report.foot ?? (index > 0 ? report.title : undefined)
    if (below !== undefined) {
      const [line] = paper.linesOf(below, styles.note, WIDTH - PAGE_NUMBER)
      if (line) paper.draw(line, styles.note, PAGE.margin, foot, WIDTH - PAGE_NUMBER)
    }
    paper.draw(lineOf(`Page ${index + 1} of ${pages.length}`), styles.note, PAGE.margin, foot, WIDTH, true)
  }
  doc.end()
  return buffer(doc)
}
