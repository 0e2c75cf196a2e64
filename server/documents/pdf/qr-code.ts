import { encode } from 'uqr'

/** The dark squares of a QR code, row by row. Part of them is the white frame without which no camera finds it. */
export type Squares = readonly (readonly boolean[])[]

export const squaresOf = (text: string): Squares => encode(text, { ecc: 'M', border: 2 }).data

interface Pen {
  rect(x: number, y: number, width: number, height: number): Pen
  fill(colour: string): Pen
}

/** Draws the squares within a square of the page. Those beside each other are one rectangle, so that no seam shows. */
export function drawSquares(pen: Pen, squares: Squares, { x, y, side }: { x: number; y: number; side: number }): void {
  const unit = side / squares.length
  for (const [row, cells] of squares.entries())
    for (let from = 0; from < cells.length; from += 1) {
      if (!cells[from] || cells[from - 1]) continue
      const end = cells.indexOf(false, from)
      const to = end === -1 ? cells.length : end
      pen.rect(x + from * unit, y + row * unit, (to - from) * unit, unit)
    }
  pen.fill('#000000')
}
