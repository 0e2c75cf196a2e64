import { asciiOf } from './written.ts'

/** Returns the digits of a number, with "+" before those of another country, "0" before those of this one as written. */
function digitsOf(text: string): string | undefined {
  const bare = asciiOf(text)
    .replace(/^'/, '')
    // A program that took the number for a fraction.
    .replace(/\.0+$/, '')
    .replace(/[\s\p{Pd}\u2212.()]/gu, '')
  if (!/^\+?\d+$/.test(bare)) return undefined
  // "00" opens a call abroad; before a mobile's number it may as well be one zero too many.
  if (/^003\d{9}$/.test(bare)) return undefined
  const dialled = bare.replace(/^00/, '+')
  if (dialled.startsWith('+92')) return `0${dialled.slice(3).replace(/^0/, '')}`
  return /^92\d{10}$/.test(dialled) ? `0${dialled.slice(2)}` : dialled
}

/** Two spellings of one number have the same key; what is no number has none. */
export const phoneKey = (text: string) => digitsOf(text)?.replace(/^0/, '')

/**
 * Returns a number of a file as it is stored: 0 and ten digits, or + and the country. A zero that a spreadsheet dropped
 * is put back. What can be no number is undefined.
 */
export function phoneOfFile(text: string): string | undefined {
  const digits = digitsOf(text)
  if (digits === undefined) return undefined
  if (/^\+[1-9]\d{6,13}$/.test(digits)) return digits
  if (/^0?[1-9]\d{9}$/.test(digits)) return digits.padStart(11, '0')
  // Some cities have numbers of a digit less, mobiles never.
  return /^0[124-9]\d{8}$/.test(digits) ? digits : undefined
}
