import { folded } from '../../../shared/folding.ts'

/** The letters and digits of a name: "Asst. Professor" is "asstprofessor". */
const bareOf = (name: string) => folded(name).replace(/[^\p{L}\p{N}]/gu, '')
const digitsOf = (bare: string) => [...bare.replace(/\P{N}/gu, '')].sort().join('')

/** The letters that stand alone: they tell groups A and B apart, as digits do. */
const singlesOf = (name: string) =>
  wordsOf(name)
    .filter((word) => /^\p{L}$/u.test(word))
    .sort()
    .join('')

/** Counts the letters to change, add, leave out or swap with their neighbour, to make one text of another. */
export function slips(one: string, other: string): number {
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
 * digits or other single letters, as the batches of two years and the groups A and B, are two.
 */
export const likeName = (name: string, stored: readonly string[]): string | undefined =>
  stored.find((one) => isSlip(name, one))

function isSlip(name: string, one: string): boolean {
  const [bare, other] = [bareOf(name), bareOf(one)]
  if (bare === other) return true
  const length = Math.min(bare.length, other.length)
  const most = length >= TWO_SLIPS ? 2 : length >= ONE_SLIP ? 1 : 0
  if (Math.abs(bare.length - other.length) > most || Math.max(bare.length, other.length) > COMPARED_MAX) return false
  if (digitsOf(bare) !== digitsOf(other) || singlesOf(name) !== singlesOf(one)) return false
  return slips(bare, other) <= most
}

/** Words that say only what a name is of. */
const NOUNS = new Set(['batch', 'class', 'session', 'group', 'grp', 'department', 'deptt', 'dept', 'and', 'of', 'the'])

/** The words of a name, in which digits stand for themselves, and a year for its last two. */
const partsOf = (name: string) =>
  (folded(name).match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []).map((word) => word.replace(/^20(\d\d)$/, '$1'))

const isMark = (word: string) => /\p{N}/u.test(word) || [...word].length === 1

/** Tells whether two names have the same digits and single letters, and one has no other word that the other lacks. */
function isPart(name: string, one: string): boolean {
  const [mine, theirs] = [partsOf(name), partsOf(one)]
  const marksOf = (words: readonly string[]) => words.filter(isMark).sort().join(' ')
  const marks = marksOf(mine)
  if (marks === '' || marks !== marksOf(theirs)) return false
  const [rest, others] = [mine, theirs].map((words) => words.filter((word) => !isMark(word) && !NOUNS.has(word)))
  const holds = (words: readonly string[] = [], more: readonly string[] = []) =>
    words.every((one) => more.includes(one))
  return holds(rest, others) || holds(others, rest)
}

/** A word of fewer letters is no abbreviation. */
const SHORT_LETTERS = 3

/** Tells whether the letters of a word are among those of a longer one, in their order and from its first. */
function shortens(word: string, longer: string): boolean {
  if (word.length < SHORT_LETTERS || word.length >= longer.length || word[0] !== longer[0]) return false
  let at = 0
  for (const letter of longer) if (letter === word[at]) at += 1
  return at === word.length
}

/** Tells whether one name is the other with shorter words: "Asst. Prof." for "Assistant Professor". */
function isShortened(name: string, one: string): boolean {
  const [mine = [], theirs = []] = [name, one].map((text) => partsOf(text).filter((word) => !NOUNS.has(word)))
  if (mine.length !== theirs.length) return false
  const pairs = mine.map((word, at) => [word, theirs[at] ?? ''] as const)
  return pairs.every(([a, b]) => a === b || shortens(a, b) || shortens(b, a))
}

/** More names than these say nothing of which one is meant. */
const CLOSE_MOST = 3

/** Returns the stored names that a wrong one may be meant for, those with slips first: "2026" for "MBBS 2026". */
export function closeNames(name: string, stored: readonly string[]): string[] {
  const slipped = stored.filter((one) => isSlip(name, one))
  const others = stored.filter((one) => !slipped.includes(one) && (isPart(name, one) || isShortened(name, one)))
  return [...slipped, ...(others.length > CLOSE_MOST ? [] : others)].slice(0, CLOSE_MOST)
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
