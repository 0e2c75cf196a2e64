import { folded } from '../../shared/folding.ts'

// A phone number's key makes two spellings of it the same (docs/decisions/0020-names.md). The database has the rule too,
// as its function `phone_key` of migration 0048. A test compares the two: change both together.

/** Spaces, dashes of every script, a minus sign, brackets and points: people part a number by them. */
const SEPARATORS =
  /[ ().\u2212\u002d\u058a\u05be\u1400\u1806\u2010-\u2015\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u30a0\u3030]/g
/** The longest numbers have 15 digits, and some of what is dialled before them. */
const NUMBER = /^\+?\d{1,20}$/
/** "00" opens a call abroad; before a mobile's number it may as well be one zero too many. */
const AMBIGUOUS = /^003\d{9}$/

const bareOf = (text: string) => folded(text).replace(SEPARATORS, '')

/**
 * Returns the digits of a number, with "+" before those of another country, "0" before those of this one as written.
 * Returns undefined for a text that is no number.
 */
export function dialledOf(text: string): string | undefined {
  const bare = bareOf(text)
  if (!NUMBER.test(bare) || AMBIGUOUS.test(bare)) return undefined
  const dialled = bare.replace(/^00/, '+')
  if (dialled.startsWith('+92')) return `0${dialled.slice(3).replace(/^0/, '')}`
  return /^92\d{10}$/.test(dialled) ? `0${dialled.slice(2)}` : dialled
}

/** Returns the digits that every spelling of a number has: without the country's own prefix, "+" and the leading zero. */
export const phoneKey = (text: string): string | undefined => dialledOf(text)?.replace(/^[+0]/, '') || undefined

/** Fewer digits are in too many numbers. */
const PART_MIN = 4
/** "0300" says how a number begins. Two digits after the prefix say too little. */
const START_MIN = 3
/** Nearly a whole number, without any prefix. A roll number has fewer digits, and is to come first. */
const WHOLE_MIN = 9

export interface PhonePart {
  /** The number's key begins with one of these. */
  starts: readonly string[]
  /** Digits that stand anywhere within the key. */
  within: string | undefined
}

/**
 * Returns how a number of which this is a part is found. A zero in front may be the prefix or a digit of the number, and
 * so may 92.
 */
export function phonePartOf(text: string): PhonePart | undefined {
  const bare = bareOf(text)
  const digits = bare.replace('+', '')
  if (!NUMBER.test(bare) || digits.length < PART_MIN) return undefined
  const rest = /^92(\d{4,})$/.exec(bare)?.[1]
  const starts = [phoneKey(bare) ?? '', rest ?? ''].filter(
    (start) => start.length >= (start === bare ? WHOLE_MIN : START_MIN),
  )
  return { starts: [...new Set(starts)], within: bare === digits ? digits : undefined }
}
