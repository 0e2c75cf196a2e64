/** The zeros of the digits that Arabic and Urdu are written with. */
const ZEROS = [0x0660, 0x06f0]
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
/** Marks that are invisible, and that copied texts bring along. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Longer texts are no day; a cell may hold far more. */
const WRITTEN_MAX = 60

/** Most texts of most files are so already. */
const VISIBLE_ASCII = /^[!-~]*$/

/** Returns a day in ASCII digits, whatever digits it was written in, and without invisible marks. */
export const asciiOf = (text: string) => (text.length <= WRITTEN_MAX && VISIBLE_ASCII.test(text) ? text : plainOf(text))

const plainOf = (text: string) =>
  (text.length > WRITTEN_MAX ? '' : text)
    .normalize('NFKC')
    .replace(DIRECTIONS, '')
    .replace(DIGITS, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - Math.max(...ZEROS.filter((zero) => zero <= code)))
    })
    .trim()

const BREAKS = /[\r\n]+/

/** Returns a text with a space in the place of its line breaks; one of many blanks takes no longer than another. */
export const inOneLine = (text: string) =>
  text.includes('\n') || text.includes('\r')
    ? text
        .split(BREAKS)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text

/** The number of characters that are enough to see whether a text was misread. */
const LOOKED_AT = 200

const CP1252 = new TextDecoder('windows-1252')
const BYTES = new Map(Array.from({ length: 256 }, (_, byte) => [CP1252.decode(Uint8Array.of(byte)), byte]))

/** Returns whether a text is UTF-8 that some program took for Windows' letters: "Ø¹Ù„ÛŒ" for "علی". */
function isMisread(text: string): boolean {
  const start = text.slice(0, LOOKED_AT)
  // The first byte of a misread letter becomes one of these, and the next never becomes ASCII.
  if (!/[\u00c2-\u00f4][^\0-\x7f]/.test(start)) return false
  const bytes = Array.from(start, (letter) => BYTES.get(letter))
  if (bytes.includes(undefined)) return false
  try {
    // The last letter that is looked at may be cut in two.
    new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes as number[]), { stream: true })
    return true
  } catch {
    return false
  }
}

/** Returns whether letters of a text were lost when it was saved. No name has a "?" of its own. */
export function hasLostLetters(text: string, isName: boolean): boolean {
  if (text.includes('\uFFFD') || isMisread(text)) return true
  if (isName || !text.includes('?')) return text.includes('?')
  return !/[\p{L}\p{N}]/u.test(text) && /\?.*\?/s.test(text)
}
