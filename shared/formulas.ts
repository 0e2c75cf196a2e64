/**
 * Matches the places where a spreadsheet would begin to run a formula (a dash alone does not), or would after an
 * apostrophe that stands there. Besides the start, these are places after a character that a program may take for the
 * end of a cell, even in quotes: a file with commas is opened with semicolons in half of the world.
 */
const BEFORE = '(?<=^|[;\\t\\r\\n])'
const FORMULA = "'*[^\\S\\t\\r\\n]*[\\t\\r=+\\-@＝＋－＠]"
const RUNS = new RegExp(`${BEFORE}(?!-$)(?=${FORMULA})`, 'g')
const HARMLESS = new RegExp(`${BEFORE}'(?=${FORMULA})`, 'g')

/** Adds an apostrophe, which makes a spreadsheet show the text instead of running it. */
export const harmless = (text: string) => text.replace(RUNS, "'")

/** Removes exactly the apostrophes that `harmless` adds. */
export const withoutApostrophe = (text: string) => (text.includes("'") ? text.replace(HARMLESS, '') : text)

/** Matches texts that a CSV quotes besides those with comma or quote: another separator, or spaces at an end. */
export const QUOTED = /[;\t\r\n]|^\s|\s$/
