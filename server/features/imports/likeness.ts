import { folded } from '../../../shared/folding.ts'

/** The letters and digits of a name: "Asst. Professor" is "asstprofessor". */
const bareOf = (name: string) => folded(name).replace(/[^\p{L}\p{N}]/gu, '')
const digitsOf = (bare: string) => [...bare.replace(/\P{N}/gu, '')].sort().join('')

/** Counts the letters to change, add, leave out or swap with their neighbour, to make one text of another. */
function slips(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number) => rows[i - up]?.[j - left] ?? 0
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(at(1, 0) + 1, (row[j - 1] ?? 0) + 1, at(1, 1) + (isSame ? 0 : 1))
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j] ?? 0, at(2, 2) + 1)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}

/** A name of so many letters has one slip, a longer one two. */
const [ONE_SLIP, TWO_SLIPS] = [5, 9]
/** Longer names are compared by their letters alone. */
const COMPARED_MAX = 60

/**
 * Returns the stored name that a new one may be a slip for: "Genral Medicine" for "General Medicine". Names with other
 * digits, as the batches of two years, are two.
 */
export function likeName(name: string, stored: readonly string[]): string | undefined {
  const bare = bareOf(name)
  return stored.find((one) => {
    const other = bareOf(one)
    if (bare === other) return true
    if (digitsOf(bare) !== digitsOf(other) || Math.max(bare.length, other.length) > COMPARED_MAX) return false
    const length = Math.min(bare.length, other.length)
    const most = length >= TWO_SLIPS ? 2 : length >= ONE_SLIP ? 1 : 0
    return Math.abs(bare.length - other.length) <= most && slips(bare, other) <= most
  })
}

/** The words of a name without what makes no other name. */
const wordsOf = (name: string) =>
  folded(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

/** Tells whether two names of people have the same words, in whatever order. */
export const isSameName = (one: string, other: string) =>
  wordsOf(one).sort().join(' ') === wordsOf(other).sort().join(' ')

const hasLatin = (name: string) => /\p{Script=Latin}/u.test(name)

/**
 * Tells whether two names can't be those of one person: they have no word in common, nor one that is a slip of another.
 * A name in Urdu letters is not compared with one in Latin ones.
 */
export function isOtherName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  if (words.length === 0 || others.length === 0 || hasLatin(one) !== hasLatin(other)) return false
  return likeName(one, [other]) === undefined && words.every((word) => likeName(word, others) === undefined)
}
