import { folded } from '../../../shared/folding.ts'
import { STAFF_ROLES } from '../../../shared/permissions.ts'

/** Letters and signs that read like the Latin ones of the built-in names, as far as Unicode itself does not fold them. */
const READS_LIKE = new Map(
  Object.entries({
    a: 'АаΑαɑ',
    c: 'СсϹϲᴄⅽ',
    d: 'ԀԁᏧɗ',
    e: 'ЕеΕеҽεє3',
    f: 'Ϝϝſƒ',
    h: 'НһΗհӈ',
    k: 'КкΚκ',
    // I, i and l read alike in many a font, and so do these.
    l: 'iІіΙιӀӏɩıɪ1|!',
    m: 'МмΜ',
    n: 'ΝηпոИ',
    o: 'ОоΟοօσ0',
    p: 'РрΡρ',
    r: 'гᴦ',
    s: 'Ѕѕꜱ5$',
    t: 'ТтΤτ',
    u: 'υսʋ',
    y: 'УуΥүγʏ',
  }).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
)

/** Returns a name as it is read in passing: no case, accents, spaces or punctuation. */
const seenInPassing = (name: string) =>
  [...name.normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((sign) => READS_LIKE.get(sign) ?? READS_LIKE.get(sign.toLowerCase()) ?? sign.toLowerCase())
    .join('')
    .replaceAll('rn', 'm')
    .replace(/[^\p{L}\p{N}]/gu, '')

const BUILT_IN = new Map([...STAFF_ROLES, 'student'].map((name) => [seenInPassing(name), name]))

/** The built-in role that this name would be taken for; the very same name is refused as a double. */
export function lookAlikeOf(name: string): string | undefined {
  const builtIn = BUILT_IN.get(seenInPassing(name))
  return builtIn === undefined || folded(name) === builtIn ? undefined : builtIn
}

/** Why a role cannot be this person's: the student role is for students alone, those of staff are not for them. */
export function misplaced(role: string, isStudent: boolean): string | undefined {
  if (role === 'student') return isStudent ? undefined : 'This role is for students'
  const isForStaff = STAFF_ROLES.some((name) => name === role)
  return isForStaff && isStudent ? 'This role is not for students' : undefined
}
