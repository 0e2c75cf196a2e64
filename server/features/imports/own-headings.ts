import { headingWords } from '../../documents/sheets/lines.ts'
import type { Column } from './column.ts'

// Headings that say nearly the name of an own field: "Father's Name" for the field "Father".

/** The words that say only that a name, or a number, stands below. */
const SAYS_NO_MORE = new Set(['name', 'names', 'no', 'nos', 'num', 'number', 'numbers', 'nr'])
const SMALL = new Set(['of', 'the'])

const singular = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

/** The words as people write them with and without "'s". */
const lettersOf = (words: readonly string[]) => words.map(singular).join('')

/** The words that say what the values are of; all where nothing else is left. */
function coreOf(heading: string): string[] {
  const words = headingWords(heading)
  const telling = words.filter((word) => !SAYS_NO_MORE.has(word) && !SMALL.has(word))
  return telling.length > 0 ? telling : words
}

/** The readings of a heading, from the nearest to the widest. */
const READINGS = [
  (heading: string) => lettersOf(headingWords(heading)),
  (heading: string) => lettersOf(coreOf(heading)),
]

/**
 * Returns the own field that a heading means, though it is not its name; none where another column, own or not, fits
 * equally well.
 */
export function likeOwn(heading: string, columns: readonly Column[]): Column | undefined {
  for (const reading of READINGS) {
    const said = reading(heading)
    const [column, ...more] = columns.filter((one) => reading(one.heading) === said)
    if (column) return column.own && said !== '' && more.length === 0 ? column : undefined
  }
  return undefined
}
