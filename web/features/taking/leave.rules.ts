import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { type Entries, entryOf } from './register.rules.ts'

/**
 * Returns the students with granted leave who are not marked, or absent, which a register may mark by itself. A student
 * marked present came after all, and is not suggested again.
 */
export const suggestedLeave = (students: readonly RosterStudent[], entries: Entries): RosterStudent[] =>
  students.filter((student) => {
    const entry = entryOf(student, entries)
    return student.has_leave && student.is_marked && (entry === undefined ? !student.joined_on : entry === 'absent')
  })

/** Returns the entries of an accepted suggestion. */
export const asLeave = (students: readonly RosterStudent[]): Entries =>
  Object.fromEntries(students.map(({ student_id }) => [student_id, 'leave'] as const))
