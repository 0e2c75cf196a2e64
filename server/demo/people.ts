import { NAMES } from './names.ts'
import type { Random } from './random.ts'

export interface PersonName {
  name: string
  /** The name in Latin letters, for addresses and printed sheets. */
  latin: string
  gender: (typeof NAMES.urdu)[number][2]
}

/** The lists that the names of a gender are made of. */
const FORMS = {
  male: { syed: 'Syed', firsts: NAMES.male, seconds: NAMES.maleSecond },
  female: { syed: 'Syeda', firsts: NAMES.female, seconds: NAMES.femaleSecond },
}

function ordinaryName(random: Random, gender: keyof typeof FORMS): string {
  const { syed, firsts, seconds } = FORMS[gender]
  const first = random.pick(firsts)
  const form = random.next()
  if (form < 0.08) return `${syed} ${first} ${random.pick(NAMES.syedFamilies)}`
  if (form < 0.3 && gender === 'male') return `Muhammad ${first} ${random.pick(NAMES.families)}`
  if (form < 0.5) return `${first} ${random.pick(seconds)}`
  if (form < 0.58) return `${first} ${random.pick(seconds)} ${random.pick(NAMES.families)}`
  return `${first} ${random.pick(NAMES.families)}`
}

/** A source of names that never gives one twice. */
export function nameSource(random: Random, taken: string[]) {
  const given = new Set(taken)

  return {
    next(gender: 'male' | 'female' = random.chance(0.55) ? 'female' : 'male'): PersonName {
      for (;;) {
        const latin = ordinaryName(random, gender)
        const parts = latin.split(' ')
        if (given.has(latin) || new Set(parts).size < parts.length) continue
        given.add(latin)
        return { name: latin, latin, gender }
      }
    },
  }
}

export const urduName = (index: number): PersonName | undefined => {
  const found = NAMES.urdu[index]
  return found && { name: found[0], latin: found[1], gender: found[2] }
}

export const otherName = (index: number): PersonName | undefined => {
  const found = NAMES.other[index]
  return found && { name: found[0], latin: found[0], gender: found[1] }
}

/** Names in Latin letters that are spoken for before any is drawn. */
export const RESERVED_NAMES = [...NAMES.urdu.map(([, latin]) => latin), ...NAMES.other.map(([name]) => name)]

/** A mobile number as people write it here: +92 or 0, then ten digits. */
export function phoneNumber(random: Random): string {
  const number = `3${random.whole(0, 4)}${random.whole(0, 9)}${String(random.whole(0, 9_999_999)).padStart(7, '0')}`
  return random.chance(0.6) ? `+92${number}` : `0${number}`
}
