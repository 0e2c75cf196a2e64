/**
 * Where a spreadsheet would begin to run a formula (a dash alone it does not), or would after an apostrophe that stands
 * there: at the start, and behind whatever a program may take for the end of a cell although it stands in quotes, since a
 * file with commas is opened with semicolons in half of the world.
 */
const BEFORE = '(?<=^|[;\\t\\r\\n])'
const FORMULA = "'*[^\\S\\t\\r\\n]*[\\t\\r=+\\-@＝＋－＠]"
const RUNS = new RegExp(`${BEFORE}(?!-$)(?=${FORMULA})`, 'g')
const HARMLESS = new RegExp(`${BEFORE}'(?=${FORMULA})`, 'g')

/** An apostrophe makes a spreadsheet show such a text instead of running it. */
export const harmless = (text: string) => text.replace(RUNS, "'")

/** Takes exactly those apostrophes away again. */
export const withoutApostrophe = (text: string) => text.replace(HARMLESS, '')

/** What stands in quotes in a CSV, besides what holds a comma or a quote: any other separator, and spaces at an end. */
export const QUOTED = /[;\t\r\n]|^\s|\s$/
