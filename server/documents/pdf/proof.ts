import type { Block } from './pages.ts'
import { PAGE } from './pages.ts'
import { drawSquares, squaresOf } from './qr-code.ts'
import type { PdfProof } from './report.ts'
import { GAP, styles, WIDTH } from './styles.ts'
import { lineHeight, type Paper } from './text.ts'

/** The side of the QR code: a telephone reads it from a hand's distance. */
const SIDE = 84
const INDENT = SIDE + 3 * GAP

/** The end of a document: its number and code, and beside them the address at which it is checked, for a camera too. */
export function proofBlock(paper: Paper, { number, code, address }: PdfProof): Block {
  const squares = squaresOf(address)
  const texts = [
    [`Document ${number}`, styles.label],
    [`Code ${code}`, styles.text],
    [`Check it at ${address}`, styles.note],
    [
      'Whoever holds this paper can check there whether the college has issued it, and whether it still stands.',
      styles.note,
    ],
  ] as const
  const parts = texts.map(([text, style]) => ({ style, lines: paper.linesOf(text, style, WIDTH - INDENT) }))
  const beside = parts.reduce((sum, { style, lines }) => sum + lines.length * lineHeight(style) + GAP, GAP)
  return {
    height: Math.max(SIDE, beside),
    draw: (y) => {
      drawSquares(paper.doc, squares, { x: PAGE.margin, y, side: SIDE })
      let at = y + GAP
      for (const { style, lines } of parts) {
        for (const line of lines) {
          paper.draw(line, style, PAGE.margin + INDENT, at, WIDTH - INDENT)
          at += lineHeight(style)
        }
        at += GAP
      }
    },
  }
}
