import { folded } from '../../shared/folding.ts'

/** Matches what stands between the cells of a spreadsheet, a file or a letter. */
const BETWEEN = /[\n\r\t,;"，；،؛]+/u

/** Returns a roll number without what people write differently: case, dashes, blanks, digits of other scripts. */
const plainRoll = (text: string) => folded(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Matches year and number of a roll number. A stroke parts them nowhere: "24/100" are marks. */
const YEAR_AND_NUMBER = /^\D*?(?:20)?(\d{2})[\p{Pd}\s._]*(\d{3})$/u

/** Returns year and number of a roll number as clerks shorten it: "24003", "24-003" and "2024-003" for "MBBS-24003". */
function shortRoll(text: string): string | undefined {
  const [, year, number] = YEAR_AND_NUMBER.exec(folded(text).trim()) ?? []
  return year && number && `${year}-${number}`
}

/** Returns students by roll number in each form that is of one of them alone. */
function studentsByRoll<Student extends { roll_no: string | null }>(students: readonly Student[]) {
  const byRoll = new Map(students.map((student) => [plainRoll(student.roll_no ?? ''), student]))
  const byShort = Map.groupBy(students, ({ roll_no }) => shortRoll(roll_no ?? '') ?? '')
  for (const [short, [student, ...more]] of byShort) if (student && more.length === 0) byRoll.set(short, student)
  byRoll.delete('')
  return byRoll
}

/**
 * Finds the roll numbers of a cell: one that is the whole cell, however it is parted ("MBBS 23001"), else those among
 * its words, as in a row that was copied as one text. Blanks between words are no reason to miss one.
 */
function rollsIn(cell: string, known: ReadonlyMap<string, unknown>): string[] {
  const keyOf = (text: string) => [plainRoll(text), shortRoll(text) ?? ''].find((key) => known.has(key))
  const whole = keyOf(cell)
  if (whole !== undefined) return [whole]
  const words = cell.trim().split(/\s+/u)
  const pairs = words.slice(1).map((word, at) => plainRoll(`${words[at]}${word}`))
  return [...words.flatMap((word) => keyOf(word) ?? []), ...pairs.filter((pair) => known.has(pair))]
}

/**
 * Finds the students of pasted roll numbers, however these are written, and what is nobody's as it was pasted. A word
 * without any digit, such as a name, is no roll number.
 */
export function foundByRoll<Student extends { roll_no: string | null }>(students: readonly Student[], text: string) {
  const byRoll = studentsByRoll(students)
  const found = new Set<Student>()
  const missing = new Map<string, string>()
  for (const cell of text.split(BETWEEN)) {
    const rolls = rollsIn(cell, byRoll)
    for (const roll of rolls) found.add(byRoll.get(roll) as Student)
    const lacking = rolls.length === 0 ? cell.split(/\s+/u).filter((word) => /\p{N}/u.test(word)) : []
    for (const word of lacking) missing.set(plainRoll(word), word.replaceAll('"', ''))
  }
  return { found: [...found], missing: [...missing.values()] }
}

/** The roll numbers that are named; of more it is told how many. */
const NAMED_MAX = 30
export const namedOf = (rolls: readonly (string | null)[]) =>
  [...rolls.slice(0, NAMED_MAX), ...(rolls.length > NAMED_MAX ? [`and ${rolls.length - NAMED_MAX} more`] : [])].join(
    ', ',
  )
