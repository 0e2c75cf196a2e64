import type { Student } from '../../../shared/contract/students.ts'
import { hasLeft, labelOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'

/** Why a student who has left the college joins no group. */
export const leftText = (name: string, status: Student['status']) =>
  `${name} has left the college (${labelOf(status)}) and can join no group`

/**
 * Returns what is wrong with a first day that was given: nobody is a member before the admission. An admission that is
 * unknown, or is to come, bounds nothing.
 */
export function sinceProblems(
  since: string | null | undefined,
  added: Pick<Student, 'name' | 'date_of_admission'>[],
  today: string,
): string[] {
  const [last] = added
    .filter(({ date_of_admission: admitted }) => admitted !== null && admitted <= today)
    .toSorted((one, other) => (other.date_of_admission ?? '').localeCompare(one.date_of_admission ?? ''))
  if (!since || !last?.date_of_admission || since >= last.date_of_admission) return []
  return [`Since cannot be before ${writtenDay(last.date_of_admission)}, when ${last.name} was admitted`]
}

/** Students that are named at once; the rest waits until these are put right. */
const NAMED = 3

/**
 * Returns why these students cannot be the members of a group, at most three at once. A student who has left joins no
 * group.
 */
export function assignmentProblems(
  group: { batch_id: number },
  students: Pick<Student, 'id' | 'name' | 'batch_id' | 'status'>[],
  studentIds: number[],
  memberIds: readonly number[],
): string[] {
  const known = new Set(students.map(({ id }) => id))
  return [
    ...studentIds.filter((id) => !known.has(id)).map((id) => `Student ${id} does not exist`),
    ...students
      .filter(({ batch_id }) => batch_id !== group.batch_id)
      .map(({ name }) => `${name} is not in the batch of this group`),
    ...students
      .filter(({ id, status }) => hasLeft(status) && !memberIds.includes(id))
      .map(({ name, status }) => leftText(name, status)),
  ].slice(0, NAMED)
}
