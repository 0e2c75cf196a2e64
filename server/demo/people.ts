import {
  FAMILY_NAMES,
  FEMALE_NAMES,
  FEMALE_SECOND_NAMES,
  type Gender,
  MALE_NAMES,
  MALE_SECOND_NAMES,
  OTHER_NAMES,
  SYED_FAMILIES,
  URDU_NAMES,
} from './names.ts'
import type { Random } from './random.ts'

export interface PersonName {
  name: string
  /** The name in Latin letters, for addresses and printed sheets. */
  latin: string
  gender: Gender
}

/** A source of names that never gives one twice. */
export function nameSource(random: Random, taken: string[]) {
  const given = new Set(taken)

  function ordinary(gender: 'male' | 'female'): string {
    const isMale = gender === 'male'
    const first = random.pick(isMale ? MALE_NAMES : FEMALE_NAMES)
    const form = random.next()
    if (form < 0.08) return `${isMale ? 'Syed' : 'Syeda'} ${first} ${random.pick(SYED_FAMILIES)}`
    if (form < 0.3 && isMale) return `Muhammad ${first} ${random.pick(FAMILY_NAMES)}`
    if (form < 0.5) return `${first} ${random.pick(isMale ? MALE_SECOND_NAMES : FEMALE_SECOND_NAMES)}`
    if (form < 0.58)
      return `${first} ${random.pick(isMale ? MALE_SECOND_NAMES : FEMALE_SECOND_NAMES)} ${random.pick(FAMILY_NAMES)}`
    return `${first} ${random.pick(FAMILY_NAMES)}`
  }

  return {
    next(gender: 'male' | 'female' = random.chance(0.55) ? 'female' : 'male'): PersonName {
      for (;;) {
        const latin = ordinary(gender)
        const parts = latin.split(' ')
        if (given.has(latin) || new Set(parts).size < parts.length) continue
        given.add(latin)
        return { name: latin, latin, gender }
      }
    },
  }
}

export const urduName = (index: number): PersonName | undefined => {
  const found = URDU_NAMES[index]
  return found && { name: found[0], latin: found[1], gender: found[2] }
}

export const otherName = (index: number): PersonName | undefined => {
  const found = OTHER_NAMES[index]
  return found && { name: found[0], latin: found[0], gender: found[1] }
}

/** Names in Latin letters that are spoken for before any is drawn. */
export const RESERVED_NAMES = [...URDU_NAMES.map(([, latin]) => latin), ...OTHER_NAMES.map(([name]) => name)]

/** A mobile number as people write it here: +92 or 0, then ten digits. */
export function phoneNumber(random: Random): string {
  const number = `3${random.whole(0, 4)}${random.whole(0, 9)}${String(random.whole(0, 9_999_999)).padStart(7, '0')}`
  return random.chance(0.6) ? `+92${number}` : `0${number}`
}
