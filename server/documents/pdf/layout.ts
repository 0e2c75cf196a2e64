import { gridBlocks } from './grid.ts'
import { halvedBlocks } from './halves.ts'
import { besideLogo } from './head.ts'
import { type Block, blockOf, bottomOf, LYING, onOnePage, PAGE, type Sheet } from './pages.ts'
import { proofBlock } from './proof.ts'
import type { Fact, PdfGrid, PdfPart, PdfReport, PdfTable } from './report.ts'
import { signatureBlocks } from './signatures.ts'
import { BAR, GAP, LINE, styles } from './styles.ts'
import { type Line, lineHeight, lineOf, type Paper, type Style } from './text.ts'

/** Measures the whole report first, so that every page can say how many there are. */
class Layout {
  readonly blocks: Block[] = []
  private readonly paper: Paper
  readonly sheet: Sheet
  /** The width of the content. */
  private readonly width: number

  constructor(paper: Paper, sheet: Sheet) {
    this.paper = paper
    this.sheet = sheet
    this.width = sheet.width - 2 * sheet.margin
  }

  space(height: number): void {
    this.blocks.push({ height, draw: () => undefined })
  }

  text(text: string, style: Style, isHeading = false): void {
    this.blocks.push({ ...this.textBlock(text, style), isHeading })
  }

  textBlock(text: string, style: Style): Block {
    const lines = this.paper.linesOf(text, style, this.width)
    return blockOf({
      count: lines.length,
      lineHeight: lineHeight(style),
      draw: (y, from, to) => this.drawLines(lines.slice(from, to), style, PAGE.margin, y, this.width),
    })
  }

  /** Draws a thin line from `x` to the right. */
  private rule(x: number, y: number, width: number, colour = LINE): void {
    this.paper.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .stroke(colour)
  }

  /** Puts the college's name at the head, beside its logo. */
  college({ college, logo, isLetter }: PdfReport): void {
    const style = isLetter ? styles.letterhead : styles.college
    const opened = logo && this.paper.openLogo(logo)
    if (opened) this.blocks.push(besideLogo(this.paper, opened, college, { style, width: this.width }))
    else this.text(college, style)
    if (!isLetter) return
    this.blocks.push({ height: 16, draw: (y) => this.rule(PAGE.margin, y + 4, this.width, BAR) })
  }

  prose(paragraphs: readonly string[]): void {
    for (const paragraph of paragraphs) {
      this.text(paragraph, styles.prose)
      this.space(7)
    }
  }

  notes(notes: readonly string[], above: number): void {
    if (notes.length > 0) this.space(above)
    for (const note of notes) this.text(note, styles.note)
  }

  signatures(names: readonly string[]): void {
    this.blocks.push(...signatureBlocks(this.paper, names, this.width))
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
      const lines = this.paper.linesOf(value, styles.text, this.width - indent)
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

  table(table: PdfTable): void {
    const { columns, rows, empty, onOnePage: counted } = table
    if (table.isHalved) {
      const above = this.blocks.reduce((height, block) => height + block.height, 0)
      return void this.blocks.push(...halvedBlocks(this.paper, table, this.sheet, above))
    }
    const heading = this.row(
      columns,
      columns.map(({ label }) => label),
      styles.label,
      { background: '#e9ecef' },
    )
    const whole = table.keepsRows ? Math.floor(this.sheet.height / 2 / lineHeight(styles.text)) : undefined
    this.blocks.push({ ...heading, isHeading: true })
    if (rows.length === 0) this.text(empty, styles.text)
    const more = { repeats: heading, isSpare: counted !== undefined }
    for (const row of rows) this.blocks.push({ ...this.row(columns, row, styles.text, { whole }), ...more })
  }

  grid(grid: PdfGrid): void {
    this.blocks.push(...gridBlocks(this.paper, grid, this.sheet))
  }

  private row(
    columns: PdfTable['columns'],
    texts: readonly string[],
    style: Style,
    { background, whole }: { background?: string; whole?: number | undefined },
  ): Block {
    const isHeading = background !== undefined
    const cells = columns.map(({ share, isFileName, isBar }, index) =>
      isBar && !isHeading
        ? []
        : this.paper.linesOf(texts[index] ?? '', style, share * this.width - 2 * GAP, isFileName),
    )
    return blockOf({
      count: Math.max(...cells.map((lines) => lines.length)),
      lineHeight: lineHeight(style),
      gap: GAP,
      whole,
      draw: (y, from, to, height) => {
        const { doc } = this.paper
        if (background) doc.rect(PAGE.margin, y, this.width, height).fill(background)
        this.rule(PAGE.margin, y + height, this.width)
        let x = PAGE.margin
        for (const [index, { share, toRight, isBar }] of columns.entries()) {
          if (isBar && !isHeading && from === 0) this.bar(Number(texts[index]), x, y, share * this.width)
          const lines = cells[index]?.slice(from, to) ?? []
          this.drawLines(lines, style, x + GAP, y + GAP, share * this.width - 2 * GAP, toRight)
          x += share * this.width
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

function layOutPart(layout: Layout, part: PdfPart): void {
  const {
    heading,
    facts = [],
    texts = [],
    prose = [],
    grid,
    table,
    notes = [],
    signatures = [],
    isWhole = false,
  } = part
  const from = layout.blocks.length
  if (heading !== undefined) layout.text(heading, styles.heading, true)
  layout.facts(facts)
  for (const text of texts) layout.text(text, styles.text)
  layout.prose(prose)
  if (grid) layout.grid(grid)
  if (table) layout.table(table)
  layout.notes(notes, table ? GAP : 0)
  layout.signatures(signatures)
  if (isWhole) layout.together(from, bottomOf(layout.sheet) - layout.sheet.margin)
  else if (!grid && !table && texts.length === 0) layout.together(from, layout.sheet.height / 2)
}

/** Measures a report as a whole before any of it is drawn. */
export function layOut(paper: Paper, report: PdfReport): { blocks: readonly Block[]; sheet: Sheet } {
  const layout = new Layout(paper, report.isLying ? LYING : PAGE)
  layout.college(report)
  layout.text(report.title, styles.title)
  layout.space(4)
  layout.facts([...report.facts, ['Date', report.date]])
  for (const part of report.parts) {
    layout.space(10)
    layOutPart(layout, part)
  }
  if (report.proof) {
    layout.space(18)
    layout.blocks.push(proofBlock(paper, report.proof))
  }
  const counted = report.parts.map(({ table }) => table?.onOnePage).find((noun) => noun !== undefined)
  if (counted === undefined) return layout
  const told = (count: number) => layout.textBlock(`and ${count} more ${counted}`, styles.text)
  return { blocks: onOnePage(layout.blocks, told, layout.sheet), sheet: layout.sheet }
}
