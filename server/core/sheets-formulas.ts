/** What a spreadsheet would run as a formula (a dash alone it does not), and what reads like one made harmless. */
const FORMULA = /^(?!-$)'*\s*?[\t\r=+\-@＝＋－＠]/

/** A leading apostrophe makes a spreadsheet show such a text instead of running it. */
export const harmless = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** Takes exactly that apostrophe away again. */
export const withoutApostrophe = (text: string) => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
