import { NAMES } from './names.ts'
import type { Random } from './random.ts'

export interface PersonName {
  name: string
  /** The name in Latin letters, for addresses and printed sheets. */
  latin: string
  gender: (typeof NAMES.urdu)[number][2]
}

/** A source of names that never gives one twice. */
export function nameSource(random: Random, taken: string[]) {
  const given = new Set(taken)

  function ordinary(gender: 'male' | 'female'): string {
    const isMale = gender === 'male'
    const first = random.pick(isMale ? NAMES.male : NAMES.female)
    const form = random.next()
    const second = isMale ? NAMES.maleSecond : NAMES.femaleSecond
    if (form < 0.08) return `${isMale ? 'Syed' : 'Syeda'} ${first} ${random.pick(NAMES.syedFamilies)}`
    if (form < 0.3 && isMale) return `Muhammad ${first} ${random.pick(NAMES.families)}`
    if (form < 0.5) return `${first} ${random.pick(second)}`
    if (form < 0.58) return `${first} ${random.pick(second)} ${random.pick(NAMES.families)}`
    return `${first} ${random.pick(NAMES.families)}`
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
