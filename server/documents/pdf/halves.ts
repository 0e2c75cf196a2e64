import { type Block, pagesOf, type Sheet } from './pages.ts'
import type { PdfTable } from './report.ts'
import { LINE, styles } from './styles.ts'
import { lineHeight, type Paper, type Style } from './text.ts'

const BETWEEN = 14
/** The room around the cells. */
const GAP = 1.5
/** The room between a cell and the next one: a name that is read from the right ends there. */
const BETWEEN_CELLS = 5
/** The room that notes and the proof take behind the table. */
const BEHIND = 130

interface Row {
  height: number
  /** Draws it from a place to the right. */
  draw(x: number, y: number): void
}

/** The places at which the halves begin. */
type Places = readonly [number, number]

const sum = (rows: readonly Row[]) => rows.reduce((height, row) => height + row.height, 0)

/** For sums of fractions. */
const NEARLY = 0.01

/** Returns how many of the first rows fit a height. */
function countIn(rows: readonly Row[], height: number): number {
  let left = height + NEARLY
  const over = rows.findIndex((row) => {
    left -= row.height
    return left < 0
  })
  return over === -1 ? rows.length : over
}

/** Returns how many rows stand in the first half, so that the higher one is as low as can be. */
function middleOf(rows: readonly Row[]): number {
  const whole = sum(rows)
  let [middle, lowest, above] = [0, whole, 0]
  for (const [index, { height }] of rows.entries()) {
    above += height
    const higher = Math.max(above, whole - above)
    if (higher < lowest) [middle, lowest] = [index + 1, higher]
  }
  return middle || rows.length
}

function sideBySide(halves: readonly [readonly Row[], readonly Row[]], places: Places): Block {
  return {
    height: Math.max(...halves.map(sum)),
    draw: (y) => {
      for (const [half, rows] of halves.entries()) {
        let at = y
        for (const row of rows) {
          row.draw(places[half] ?? 0, at)
          at += row.height
        }
      }
    },
  }
}

/** Puts rows side by side, to be read down the first half and then down the second, on each page anew. */
function halvesOf(rows: readonly Row[], places: Places): Block {
  const middle = middleOf(rows)
  return {
    ...sideBySide([rows.slice(0, middle), rows.slice(middle)], places),
    least: rows[0]?.height ?? 0,
    divide: (room) => {
      const first = countIn(rows, room)
      const second = first + countIn(rows.slice(first), room)
      return [
        sideBySide([rows.slice(0, first), rows.slice(first, second)], places),
        halvesOf(rows.slice(second), places),
      ]
    },
  }
}

/**
 * Draws a table of short rows in two halves side by side; its heading stands again on each page. The letters are smaller
 * where that spares a page. `above` is the height of what stands before it.
 */
export function halvedBlocks(paper: Paper, { columns, rows }: PdfTable, sheet: Sheet, above: number): Block[] {
  const width = (sheet.width - 2 * sheet.margin - BETWEEN) / 2
  const places = [sheet.margin, sheet.margin + width + BETWEEN] as const

  const widths = columns.map(
    ({ share }, index) => share * width - 2 * GAP - (index < columns.length - 1 ? BETWEEN_CELLS : 0),
  )

  const rowOf = (texts: readonly string[], style: Style, background?: string): Row => {
    const cells = widths.map((room, index) => paper.linesOf(texts[index] ?? '', style, room))
    const height = Math.max(...cells.map((lines) => lines.length)) * lineHeight(style) + 2 * GAP
    return {
      height,
      draw: (from, y) => {
        const { doc } = paper
        if (background) doc.rect(from, y, width, height).fill(background)
        doc
          .moveTo(from, y + height)
          .lineTo(from + width, y + height)
          .lineWidth(0.5)
          .stroke(LINE)
        let x = from
        for (const [index, { share }] of columns.entries()) {
          for (const [at, line] of (cells[index] ?? []).entries())
            paper.draw(line, style, x + GAP, y + GAP + at * lineHeight(style), widths[index] ?? 0)
          x += share * width
        }
      },
    }
  }

  const labels = rowOf(
    columns.map(({ label }) => label),
    styles.label,
    '#e9ecef',
  )
  const heading: Block = { ...sideBySide([[labels], [labels]], places), isHeading: true }
  const space = (height: number): Block => ({ height, draw: () => undefined })
  const sizes = [styles.text, styles.bar, styles.small].map((style) => {
    const block = {
      ...halvesOf(
        rows.map((row) => rowOf(row, style)),
        places,
      ),
      repeats: heading,
    }
    return { block, pages: pagesOf([space(above), heading, block, space(BEHIND)], sheet).length }
  })
  // The largest of those that take as few pages as the smallest.
  const least = Math.min(...sizes.map(({ pages }) => pages))
  return [
    heading,
    ...sizes
      .filter(({ pages }) => pages === least)
      .map(({ block }) => block)
      .slice(0, 1),
  ]
}
