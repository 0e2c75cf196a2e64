import { folded } from '../../../shared/folding.ts'
import { dialledOf } from '../../core/phones.ts'

/** Returns a number of a file without the mark of a text, and without the fraction of a program that took it for one. */
const tidied = (text: string) => folded(text).replace(/^'/, '').replace(/\.0+$/, '')

/** A number of abroad is none of this country, though its digits were the same. */
const comparable = (text: string) => dialledOf(tidied(text))?.replace(/^0/, '')

/** Returns whether two texts are spellings of one number. */
export function isSamePhone(one: string, other: string): boolean {
  const number = comparable(one)
  return number !== undefined && number === comparable(other)
}

/** Matches how numbers of this country are stored, as most files have them. */
const STORED_ALREADY = /^0[1-9]\d{9}$/

/**
 * Returns a number of a file as it is stored: 0 and ten digits, or + and the country. A zero that a spreadsheet dropped
 * is put back. Returns undefined for a text that can be no number.
 */
export function phoneOfFile(text: string): string | undefined {
  if (STORED_ALREADY.test(text)) return text
  const digits = dialledOf(tidied(text))
  if (digits === undefined) return undefined
  if (/^\+[1-9]\d{6,13}$/.test(digits)) return digits
  if (/^0?[1-9]\d{9}$/.test(digits)) return digits.padStart(11, '0')
  // Some cities have numbers of a digit less, mobiles never.
  return /^0[124-9]\d{8}$/.test(digits) ? digits : undefined
}
