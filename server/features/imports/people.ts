import { mayManage } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import { type Errors, type FileRow, told } from './file-row.ts'
import type { Cells, Kind, Stored } from './kinds.ts'
import { isSameName } from './likeness.ts'

/** Somebody whom a row may be about. */
export interface Person extends Stored {
  userId: number
  roles: string[]
}

const lowered = (field: string) => (cells: Cells) => cells[field]?.toLowerCase()

/** Says that a new person whose row has no email, but this number, has none. */
export const withoutEmail =
  (number: 'roll_no' | 'staff_no') =>
  (given: Record<string, unknown>, row: FileRow): Record<string, unknown> =>
    row.given.email === undefined && given[number] !== undefined ? { without_email: true } : {}

/**
 * Says that a row, which has only the email of a stored person, is about somebody else: its name and number are both
 * others. Either alone is a change of the stored person.
 */
export function otherPersonProblem(
  { name: given, ...cells }: Cells,
  { values: { name, ...values } }: Person,
  number: 'roll_no' | 'staff_no',
): Errors {
  const [mine, stored] = [cells[number], values[number]]
  if (given === undefined || mine === undefined || typeof name !== 'string' || typeof stored !== 'string') return {}
  if (isSameName(given, name) || mine.toLowerCase() === stored.toLowerCase()) return {}
  const noun = number === 'roll_no' ? 'roll number' : 'staff number'
  return { email: [`This email is ${told(name)}’s (${stored}), who has another name and ${noun}`] }
}

/** The rules of the plan that students and staff have in common. */
export const peopleRules = (caller: Caller) =>
  ({
    uniques: [
      { field: 'roll_no', noun: 'roll number', keyOf: lowered('roll_no') },
      { field: 'staff_no', noun: 'staff number', keyOf: lowered('staff_no') },
      { field: 'email', noun: 'email', keyOf: lowered('email') },
    ],
    same: { field: 'email', noun: 'person' },
    changeProblems: ({ roles }: Person): Errors =>
      mayManage(caller.roles, roles) ? {} : { email: ['You are not allowed to change this person'] },
  }) satisfies Partial<Kind<never, never, Person>>
