import { collegeToday } from '../../../shared/college-clock.ts'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { looksLikeEmail } from '../../../shared/email-address.ts'
import { folded } from '../../../shared/folding.ts'
import { ROLL_NUMBER_PATTERN } from '../../../shared/limits.ts'
import type { Column } from './column.ts'
import { yearIn } from './days.ts'
import { isGender } from './genders.ts'
import type { NamesByField } from './names.ts'
import { phoneOfFile } from './phones.ts'

// Tells what a column is by its values, where its heading does not.

/** A program's own name for a column without one. */
const SAYS_NOTHING = /^(?:(?:column|col|field|spalte|unnamed|f|c)\d{0,3}|\d{1,3})?$/
/** The facts of somebody else, and other numbers and addresses than those of the person. */
const OF_OTHERS =
  /father|mother|parent|guardian|husband|spouse|emergency|relative|kin|supervisor|hod|head|reference|referee|sponsor|alternate|other|second|old|former|previous|والد|سرپرست/

const rollNumber = (text: string) => ROLL_NUMBER_PATTERN.test(text.toUpperCase())

/** The ages of a field’s days, in years; a day says nothing by itself. */
const AGES: Record<string, { from: number; to: number }> = {
  date_of_birth: { from: 15, to: 45 },
  date_of_admission: { from: -1, to: 9 },
}

function isOfAge(field: string, text: string): boolean {
  const [year, age] = [yearIn(text, field), AGES[field]]
  if (year === undefined || !age) return false
  const years = Number(collegeToday().slice(0, 4)) - year
  return years >= age.from && years <= age.to
}

/** Returns whether a value can stand in a column; nothing where values do not tell. */
function testOf(
  kind: ImportKind,
  { field, kind: cells }: Column,
  plain: string,
  names: NamesByField,
): ((text: string) => boolean) | undefined {
  const saysNothing = SAYS_NOTHING.test(plain)
  const named = names[field]
  if (named) {
    const known = new Set(named.flatMap(({ name, also = [] }) => [name, ...also].map(folded)))
    return (text) => known.has(folded(text))
  }
  if (field === 'roll_no') return rollNumber
  if (field === 'email') return looksLikeEmail
  if (cells === 'gender') return isGender
  if (cells === 'phone' && saysNothing) return (text) => phoneOfFile(text) !== undefined
  if (cells === 'date' && saysNothing && kind === 'students') return (text) => isOfAge(field, text)
  return undefined
}

/** The share of a column's values that have to be of the kind: a clerk's file has slips. */
const ENOUGH = 0.9

/**
 * Returns whether what stands in a column tells that it is the given one.
 * @param plain its heading, as `plainHeading` has it
 * @param texts its first values that are not empty
 */
export function tells(
  kind: ImportKind,
  column: Column,
  plain: string,
  texts: readonly string[],
  names: NamesByField,
): boolean {
  if (texts.length === 0 || OF_OTHERS.test(plain)) return false
  const test = testOf(kind, column, plain, names)
  if (!test) return false
  return texts.filter((text) => test(text)).length >= texts.length * ENOUGH
}

/** Returns whether a line of headings is a row: it has an email, a roll number or a phone number. */
export const isRow = (cells: readonly string[]) =>
  cells.some((cell) => looksLikeEmail(cell.trim()) || rollNumber(cell.trim()) || /^\+?\d[\d\s-]{8,}$/.test(cell.trim()))
