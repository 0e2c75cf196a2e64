// Folding makes two names the same, and a text found by another (docs/decisions/0020-names.md). The database folds by
// its own function `folded` of migration 0043. A test compares the two: change both together.

/** Matches every code point with the property Default_Ignorable_Code_Point: it is invisible. */
const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}'

/**
 * Matches accents of Latin, Greek and Cyrillic letters, points of Hebrew, vowel signs and the stretching line of
 * Arabic. Marks of other scripts are as good as letters there, and stay.
 */
const MARKS =
  '\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u08ca-\\u08e1\\u08e3-\\u08ff\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'

const LEFT_OUT = new RegExp(`[${UNSEEN}${MARKS}]+`, 'gu')
/** Words of ASCII with single spaces between them: nothing but their case has to be folded. */
const WORDS = /^[!-~]+(?: [!-~]+)*$/
/** ASCII has neither marks nor other forms of a letter, and most texts have nothing else. */
const PLAIN = /^[\0-\x7f]*$/
const SPACES = /[\t-\r \u0085\u1680\u2028\u2029]+/g

/** Letters that Arabic and Urdu keyboards write differently, and letters that differ by case without being a pair. */
const SAME_LETTERS: Record<string, string> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ہ: 'ه',
  ە: 'ه',
  ۃ: 'ة',
  ٱ: 'ا',
  ς: 'σ',
  ı: 'i',
  ß: 'ss',
}
const SAME = new RegExp(`[${Object.keys(SAME_LETTERS).join('')}]`, 'g')

/** The zero of each script; its other digits follow. NFKD makes the other digit forms plain. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
  0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0,
  0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950,
]
const DIGITS = new RegExp(
  `[${ZEROS.map((zero) => `${String.fromCodePoint(zero)}-${String.fromCodePoint(zero + 9)}`).join('')}]`,
  'gu',
)
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  return String(point - (ZEROS.findLast((zero) => zero <= point) ?? point))
}

/**
 * Returns the text without differences that make no other name: compatibility forms, case, accents and vowel signs,
 * hidden characters, the spelling of spaces and digits, and letters that two keyboards write differently.
 */
export function folded(text: string): string {
  if (WORDS.test(text)) return text.toLowerCase()
  const plain = PLAIN.test(text) ? text.toLowerCase() : unmarked(text)
  return plain.replace(SPACES, ' ').replace(/^ | $/g, '')
}

const unmarked = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(LEFT_OUT, '')
    .replace(SAME, (letter) => SAME_LETTERS[letter] ?? letter)
    .replace(DIGITS, asciiDigit)

/** Keeps the items whose texts hold the words; all of them when nothing is searched. */
export function foundIn<T>(
  list: readonly T[],
  words: string,
  textsOf: (one: T) => readonly (string | null)[],
): readonly T[] {
  if (words.trim() === '') return list
  const wanted = folded(words)
  return list.filter((one) => wanted !== '' && folded(textsOf(one).join(' ')).includes(wanted))
}
