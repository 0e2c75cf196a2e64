import { type Block, PAGE } from './pages.ts'
import { DIM, GAP, styles } from './styles.ts'
import { type Line, lineHeight, type Paper } from './text.ts'

/** The room for a signature above its line, and that between two. */
const TO_SIGN = 48
const BETWEEN = 40
const MOST_ACROSS = 3

/** Draws the name and the title of who signs under one another, at the beginning of the line whatever their script. */
function drawNames(paper: Paper, lines: readonly Line[], x: number, y: number): void {
  const width = Math.max(...lines.map(({ text }) => paper.widthOf(text, styles.note)))
  for (const [index, line] of lines.entries())
    paper.draw(line, styles.note, x, y + index * lineHeight(styles.note), width)
}

function rowOf(paper: Paper, names: readonly string[], width: number): Block {
  const texts = names.map((name) => paper.linesOf(name, styles.note, width))
  const below = Math.max(...texts.map((lines) => lines.length)) * lineHeight(styles.note)
  return {
    height: TO_SIGN + GAP + below,
    draw: (y) => {
      for (const [index, lines] of texts.entries()) {
        const x = PAGE.margin + index * (width + BETWEEN)
        paper.doc
          .moveTo(x, y + TO_SIGN)
          .lineTo(x + width, y + TO_SIGN)
          .lineWidth(0.5)
          .stroke(DIM)
        drawNames(paper, lines, x, y + TO_SIGN + GAP)
      }
    },
  }
}

/** Draws those who sign side by side, in rows of three at the most. */
export function signatureBlocks(paper: Paper, names: readonly string[], room: number): Block[] {
  const across = names.length <= MOST_ACROSS ? names.length : Math.ceil(names.length / 2)
  const width = (room - (across - 1) * BETWEEN) / across
  const rows: Block[] = []
  for (let from = 0; from < names.length; from += across)
    rows.push(rowOf(paper, names.slice(from, from + across), width))
  return rows
}
