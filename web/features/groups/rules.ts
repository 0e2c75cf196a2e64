import type { Group, GroupCandidate } from '../../../shared/contract/groups.ts'
import { foundIn } from '../../../shared/folding.ts'
import { hasLeft } from '../../../shared/labels.ts'
import { GROUP_STUDENTS_MAX } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { numbersOf, textsOf } from '../../ui/texts.ts'

export const GROUP: RecordKind = { entity: 'group', title: 'Group', noun: 'group' }

/** The choices of the list's filters; a new group starts with them. */
export interface GroupChoices {
  batch_id: number | undefined
  department_id: number | undefined
}

/** Reads the filter of the groups from the address. */
export const addressOf = ({ q, id, departmentId }: Address) => ({
  batch_id: id('batch'),
  department_id: departmentId,
  q,
})

/** Returns the filters with which the list shows a group, or nothing where it shows it already. */
export function filtersFor(group: Group, { batch_id, department_id, q }: ReturnType<typeof addressOf>) {
  const isOfDepartment = department_id === undefined || department_id === group.department_id
  const texts = [group.name, group.batch.name, group.department.name, group.description]
  const isFound = texts.some((text) => foundIn([text], q, (one) => [one]).length > 0)
  if (batch_id === group.batch_id && isOfDepartment && isFound) return undefined
  return { batch: group.batch_id, department_id: isOfDepartment ? department_id : undefined, q: undefined }
}

export const groupValues = (group: Group | undefined, chosen: GroupChoices) => ({
  ...textsOf(group, ['name', 'description']),
  ...textsOf<keyof GroupChoices>(group ?? chosen, ['batch_id', 'department_id']),
  status: group?.status ?? 'active',
})
export type GroupValues = ReturnType<typeof groupValues>

export const groupBody = (values: GroupValues) => ({ ...values, ...numbersOf(values, ['batch_id', 'department_id']) })

/** The changed ticks only, not the whole list, so that they fit a list that is read again. */
export type Ticks = {
  added: number[]
  removed: number[]
  /** The day from which new members count, if one is set. */
  since: string
}

export const NO_TICKS: Ticks = { added: [], removed: [], since: '' }

export const isMember = (student: GroupCandidate, groupId: number) => student.group?.id === groupId

/** Applies the ticks to the present students, without those that are true already or whose student is gone. */
export function ticked(
  students: readonly GroupCandidate[],
  groupId: number,
  { added, removed }: Pick<Ticks, 'added' | 'removed'>,
) {
  const plus = new Set(added)
  const minus = new Set(removed)
  const joining = students.filter((student) => plus.has(student.id) && !isMember(student, groupId))
  const leaving = students.filter((student) => minus.has(student.id) && isMember(student, groupId))
  const out = new Set(leaving.map(({ id }) => id))
  const staying = students.filter((student) => isMember(student, groupId) && !out.has(student.id))
  return {
    checked: new Set([...staying, ...joining].map(({ id }) => id)),
    added: joining.filter(({ group }) => group === null).length,
    moved: joining.filter(({ group }) => group !== null).length,
    removed: leaving.length,
  }
}

/** Returns true when the student's tick can be changed: who has left the college can leave the group, but join none. */
export const isFree = (student: GroupCandidate, groupId: number, checked: boolean) =>
  checked || isMember(student, groupId) || !hasLeft(student.status)

/** Returns the ticks after these students have been ticked, or unticked. */
export function withTicks(ticks: Ticks, students: readonly GroupCandidate[], groupId: number, checked: boolean): Ticks {
  const added = new Set(ticks.added)
  const removed = new Set(ticks.removed)
  for (const student of students) {
    const differs = isMember(student, groupId) ? removed : added
    if (isMember(student, groupId) === checked) differs.delete(student.id)
    else if (isFree(student, groupId, !checked)) differs.add(student.id)
  }
  return { ...ticks, added: [...added], removed: [...removed] }
}

/** Returns the listed students between two, and both; the second alone where the first is not listed. */
export function rangeOf(students: readonly GroupCandidate[], from: number, to: GroupCandidate) {
  const start = students.findIndex(({ id }) => id === from)
  const end = students.findIndex(({ id }) => id === to.id)
  return start < 0 ? [to] : students.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** Returns by how many a group would be too large, or nothing. */
export const limitText = (count: number) =>
  count > GROUP_STUDENTS_MAX &&
  `A group has at most ${GROUP_STUDENTS_MAX} students: unselect ${count - GROUP_STUDENTS_MAX}`

/** Returns "2 added, 1 removed, 1 moved from another group". */
export function ticksText({ added, removed, moved }: Pick<ReturnType<typeof ticked>, 'added' | 'removed' | 'moved'>) {
  const parts = [
    added > 0 && `${added} added`,
    removed > 0 && `${removed} removed`,
    moved > 0 && `${moved} moved from another group`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'No changes'
}

/** Returns the students whose name or roll number holds the words. */
export function studentsFound(students: readonly GroupCandidate[], words: string): readonly GroupCandidate[] {
  return foundIn(students, words, ({ name, roll_no }) => [name, roll_no])
}
