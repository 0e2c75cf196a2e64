import { ABSENT, isAbsent } from './absent.rules.ts'
import type { MarkLine } from './lines.rules.ts'
import { readMarks, type TypedLines, typedOver } from './results.rules.ts'

/** A column of a spreadsheet to fill in from a line on, in the order shown. */
export interface Paste {
  cells: readonly string[]
  /** True when more than one column was copied. */
  wide: boolean
  lines: readonly MarkLine[]
}

/** Returns the cells of a copied text, or nothing for a single value. */
export function cellsIn(text: string): { cells: string[]; wide: boolean } | undefined {
  const rows = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const wide = rows.some((row) => row.includes('\t'))
  return rows.length > 1 || wide ? { cells: rows.map((row) => (row.split('\t')[0] ?? '').trim()), wide } : undefined
}

/** Returns the warnings to show before the paste changes anything. */
export function pasteProblems({ cells, wide, lines }: Paste): string[] {
  const said: string[] = []
  if (wide) said.push('More than one column was copied. Only the first one is used.')
  const [pasted, left] = [cells.length, lines.length]
  const copied = pasted === 1 ? '1 value was copied' : `${pasted} values were copied`
  if (pasted > left)
    said.push(
      `${copied}, and only ${left} ${left === 1 ? 'line is' : 'lines are'} left from here on. The last ${pasted - left} would not be used.`,
    )
  if (pasted < left) said.push(`${copied} for ${left} lines. The last ${left - pasted} would stay as they are.`)
  return said
}

export interface Filling {
  line: MarkLine
  text: string
  problem: string | undefined
}

/** Assigns the values to the lines in order; an empty cell leaves its line as it is. */
export const fillings = ({ cells, lines }: Paste): Filling[] =>
  lines.slice(0, cells.length).map((line, index) => {
    const cell = cells[index] ?? ''
    const text = isAbsent(cell) ? ABSENT : cell
    return { line, text, problem: readMarks(text, line.totalMarks).problem }
  })

/** Counts the lines that get marks, and those that get what has to be corrected before it can be saved. */
export function countFilled(pasted: Paste): { right: number; wrong: number } {
  const given = fillings(pasted).filter(({ text }) => text !== '')
  const wrong = given.filter(({ problem }) => problem !== undefined).length
  return { right: given.length - wrong, wrong }
}

/** Returns "3", or with values that are no marks "1, to correct: 2". */
export const filledText = ({ right, wrong }: ReturnType<typeof countFilled>): string =>
  wrong === 0 ? String(right) : `${right}, to correct: ${wrong}`

export const filled = (typed: TypedLines, pasted: Paste): TypedLines =>
  fillings(pasted).reduce(
    (next, { line, text }) => (text === '' ? next : typedOver(next, line, { marks: text, criteria: '' })),
    typed,
  )
