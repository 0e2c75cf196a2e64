import { EVERY_ROW, type Mended } from '../../../shared/contract/import-answers.ts'
import { folded } from '../../../shared/folding.ts'
import type { SheetRow } from '../../documents/sheets/lines.ts'
import type { Column } from './column.ts'
import { type Errors, type Readings, told } from './file-row.ts'

// The texts of a row: the cells of the file, what is read in their place, and what the signs in them stand for.

/** Signs by which people say that a cell has what the one above has. */
const AS_ABOVE =
  /^(?:[-–—.\s]*(?:do|ditto)[-–—.\s]*|["“”″〃]|''|,,|(?:same )?as above|same as (?:above|before)|ایضا|ایضاً)$/i
const DASHES = /^[-–—―−_]+$/
const NOTHING = /^(?:n\s?[/.]\s?a\.?|nil|null)$/i
/** The longest of these has fewer characters, and each begins with one of a few: most cells need no closer look. */
const SIGN_MAX = 20
const BEGINS_SIGN = /^[-–—―−_.\s"“”″〃',dsanا]/i
const maybeSign = (text: string) => text.length <= SIGN_MAX && BEGINS_SIGN.test(text)

/** Each tells one record from another: nobody has that of the row above. */
const OWN_OF_ROW = ['roll_no', 'staff_no', 'email', 'code']

const isMark = ({ kind }: Column) => kind === 'mark' || kind === 'entry'

/** Returns whether a cell says that there is nothing; "Nil" is a name, too, and may be an option. */
function isNothing({ kind, own }: Column, text: string): boolean {
  if (!maybeSign(text) || own?.options.some((one) => folded(one) === folded(text))) return false
  return DASHES.test(text) || (kind !== 'person' && NOTHING.test(text))
}

export interface RowTexts {
  texts: ReadonlyMap<Column, string>
  /** The cells whose sign stands for nothing that can be. */
  errors: Errors
  read: Readings
}

/** Says in how many cells something was read, and where first. */
const cellsNote = (what: string, lines: readonly number[]) =>
  lines.length === 0 ? [] : [`${what}: ${lines.length}, the first in line ${lines[0]}.`]

/** Gives the texts of a file's rows, taken in their order. */
export class TextReader {
  readonly #columns: readonly (Column | undefined)[]
  readonly #all: readonly Column[]
  readonly #mended: Mended
  /** The last text of each column. */
  readonly #above = new Map<Column, string>()
  readonly #copied: number[] = []
  readonly #emptied: number[] = []

  /**
   * @param columns the matched columns of the file, by place
   * @param all the columns that a file of the kind may have
   * @param mended what is read in place of the file
   */
  constructor(columns: readonly (Column | undefined)[], all: readonly Column[], mended: Mended) {
    this.#columns = columns
    this.#all = all
    this.#mended = mended
  }

  /** Returns the texts of a row by column: the mended ones in place of the file's, and where both are empty, those of every row. */
  of({ line, cells }: SheetRow): RowTexts {
    const texts = new Map<Column, string>()
    cells.forEach((cell, index) => {
      const column = this.#columns[index]
      if (column) texts.set(column, this.#textOf(column, cell.trim(), line))
    })
    const put = (given: Record<string, string> | null | undefined, isOver: boolean) => {
      for (const field in given) {
        const column = this.#all.find((one) => one.field === field)
        if (column && (isOver || !texts.get(column))) texts.set(column, given[field]?.trim() ?? '')
      }
    }
    put(this.#mended[line], true)
    put(this.#mended[EVERY_ROW], false)
    const row: RowTexts = { texts, errors: {}, read: {} }
    for (const [column, text] of texts) {
      if (!isMark(column) && maybeSign(text) && AS_ABOVE.test(text)) this.#copy(row, texts, column, line)
      this.#above.set(column, texts.get(column) ?? '')
    }
    return row
  }

  /** Returns the text of a cell, none for one that only says that it is empty. */
  #textOf(column: Column, text: string, line: number): string {
    if (text === '' || isMark(column) || !isNothing(column, text)) return text
    this.#emptied.push(line)
    return ''
  }

  /** Puts the text above in the place of a sign for it. */
  #copy({ errors, read }: RowTexts, texts: Map<Column, string>, column: Column, line: number): void {
    const { field, heading, kind } = column
    const [sign, above] = [told(texts.get(column) ?? ''), this.#above.get(column) ?? '']
    const isOwn = OWN_OF_ROW.includes(field) || field === 'name' || kind === 'person'
    if (isOwn || above === '' || AS_ABOVE.test(above)) {
      errors[field] = [`${sign} stands for the cell above. Write here what is meant.`]
      return
    }
    texts.set(column, above)
    read[heading] = [sign, told(above)]
    this.#copied.push(line)
  }

  notes(): string[] {
    return [
      ...cellsNote('Signs as "-do-" were read as the cell above them', this.#copied),
      ...cellsNote('Cells with a dash, "n/a" or "nil" were read as empty', this.#emptied),
    ]
  }
}
