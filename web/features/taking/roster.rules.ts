import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { foundIn } from '../../../shared/folding.ts'
import type { ATTENDANCE_STATUSES } from '../../../shared/labels.ts'
import { formatDay } from '../../core/formats.ts'

/** The entry in a first taking of a student of the day who is not marked. */
export const UNMARKED = 'absent'

/** Returns true for an unmarked student who joined after the session's day: only a mark counts the student in. */
export const isApart = (
  { joined_on }: Pick<RosterStudent, 'joined_on'>,
  entry: (typeof ATTENDANCE_STATUSES)[number] | undefined,
): boolean => Boolean(joined_on) && entry === undefined

/** Puts those who joined later below the students of the session's day, each in the order that they have. */
export const inOrder = (students: readonly RosterStudent[]): readonly RosterStudent[] =>
  students.toSorted((one, other) => Number(Boolean(one.joined_on)) - Number(Boolean(other.joined_on)))

/** Describes a student who was not a member from the session's day until now. */
export function membershipText({ joined_on, left_on }: RosterStudent): string | undefined {
  if (joined_on) return `Joined later, on ${formatDay(joined_on)}`
  return left_on ? `Left the group on ${formatDay(left_on)}` : undefined
}

export const namesOf = (ids: readonly number[], students: readonly RosterStudent[]): string[] =>
  ids.map((id) => students.find(({ student_id }) => student_id === id)?.name ?? 'a student')

/** Returns the students whose name or roll number holds the words. */
export function studentsFound(students: readonly RosterStudent[], words: string): readonly RosterStudent[] {
  return foundIn(students, words, ({ name, roll_no }) => [name, roll_no])
}
