import type { Block, Sheet } from './pages.ts'
import type { PdfGrid } from './report.ts'
import { DIM, GAP, LINE, styles } from './styles.ts'
import { type Line, lineHeight, lineOf, type Paper } from './text.ts'

/** The room for the names of the rows. */
const NAMES = 92
const STYLE = styles.note
/** A bar has room for so many lines. */
const LINES = 2
const PADDING = 3
const LANE = LINES * lineHeight(STYLE) + 2 * PADDING

/** Returns the lines of a text that fit a bar; dots say that there are more. */
function linesIn(paper: Paper, text: string, width: number): Line[] {
  const [first, second, ...more] = paper.linesOf(text, STYLE, width)
  if (!first || !second || more.length === 0) return [first, second].filter((line) => line !== undefined)
  return [first, { ...second, text: `${second.text.slice(0, -1)}…` }]
}

/** Draws a grid of bars, a block for each row; its heading stands again on each page. */
export function gridBlocks(paper: Paper, { columns, rows }: PdfGrid, { width, margin }: Sheet): Block[] {
  const { doc } = paper
  const left = margin + NAMES
  const room = width - margin - left
  const across = room / columns.length

  const line = (x: number, y: number, toX: number, toY: number) =>
    doc.moveTo(x, y).lineTo(toX, toY).lineWidth(0.5).stroke(LINE)
  const bordered = (y: number, height: number) => {
    for (let column = 0; column <= columns.length; column += 1)
      line(left + column * across, y, left + column * across, y + height)
    line(margin, y + height, width - margin, y + height)
  }

  const heading: Block = {
    height: lineHeight(STYLE) + 2 * GAP,
    isHeading: true,
    draw: (y) => {
      doc.rect(margin, y, width - 2 * margin, heading.height).fill('#e9ecef')
      for (const [index, label] of columns.entries())
        paper.draw(lineOf(label), STYLE, left + index * across + PADDING, y + GAP, across)
      bordered(y, heading.height)
    },
  }
  return [
    heading,
    ...rows.map(({ label, bars }): Block => {
      const names = paper.linesOf(label, styles.label, NAMES - GAP)
      const lanes = Math.max(1, ...bars.map(({ lane }) => lane + 1))
      const height = Math.max(lanes * LANE, names.length * lineHeight(styles.label)) + 2 * PADDING
      return {
        height,
        repeats: heading,
        draw: (y) => {
          bordered(y, height)
          for (const [index, name] of names.entries())
            paper.draw(name, styles.label, margin, y + PADDING + index * lineHeight(styles.label), NAMES - GAP)
          for (const { from, to, lane, text, colour } of bars) {
            const x = left + from * room
            const wide = (to - from) * room
            const top = y + PADDING + lane * LANE
            doc
              .rect(x + 0.5, top + 1, wide - 1, LANE - 2)
              .lineWidth(0.5)
              .fillAndStroke(colour, DIM)
            const inside = wide - 2 * PADDING
            for (const [index, part] of linesIn(paper, text, inside).entries())
              paper.draw(part, styles.bar, x + PADDING, top + PADDING + index * lineHeight(STYLE), inside)
          }
        },
      }
    }),
  ]
}
