import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { type Entries, entryOf } from './register.rules.ts'

/**
 * Whom leave was granted to for the session, and who is not marked otherwise than by nobody's hand: not marked at all,
 * or absent. Whoever came all the same, and is marked present, is not suggested again.
 */
export const suggestedLeave = (students: readonly RosterStudent[], entries: Entries): RosterStudent[] =>
  students.filter((student) => {
    const entry = entryOf(student, entries)
    return student.has_leave && student.is_marked && (entry === undefined ? !student.joined_on : entry === 'absent')
  })

/** Their entries, once the suggestion is accepted. */
export const asLeave = (students: readonly RosterStudent[]): Entries =>
  Object.fromEntries(students.map(({ student_id }) => [student_id, 'leave'] as const))
