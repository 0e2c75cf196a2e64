/** The digits of Crockford's base 32: none of them is taken for another one. */
export const CODE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Each digit has five bits: 80 in all. */
export const CODE_LENGTH = 16

const WHOLE = new RegExp(`^[${CODE_DIGITS}]{${CODE_LENGTH}}$`)

/** Reads a code as people write it: in small letters, in groups, with letters in the place of digits; undefined for none. */
export function codeIn(text: string): string | undefined {
  const code = text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return WHOLE.test(code) ? code : undefined
}

const EXCUSED = /[\s\p{Pd}OIL]/u

/** Says why a text is no code, in a sentence; undefined for one that may be. */
export function codeProblem(text: string): string | undefined {
  if (codeIn(text) !== undefined) return undefined
  const never = Array.from(text.toUpperCase()).find((sign) => !EXCUSED.test(sign) && !CODE_DIGITS.includes(sign))
  if (never === 'U') return 'U is never in a code. Please look whether it is a V.'
  if (never !== undefined) return `${never} is never in a code. It has letters from A to Z and digits alone.`
  return 'Please type the sixteen letters and digits of the code'
}

/** Writes a code in groups of four. */
export const codeText = (code: string) => code.replace(/.{4}(?=.)/g, '$&-')
