import type { Group, GroupCandidate } from '../../../shared/contract/groups.ts'

export type GroupValues = {
  name: string
  batch_id: string
  department_id: string
  description: string
  status: Group['status']
  /** The version that was read; part of the draft, so that a restored one can't overwrite a later change unseen. */
  updated_at: string | undefined
}

export const groupValues = (group: Group): GroupValues => ({
  name: group.name,
  batch_id: String(group.batch_id),
  department_id: String(group.department_id),
  description: group.description ?? '',
  status: group.status,
  updated_at: group.updated_at,
})

/** A new group's fields, with what is chosen in the filters. */
export const newGroupValues = (batchId: number | undefined, departmentId: number | undefined): GroupValues => ({
  name: '',
  batch_id: String(batchId ?? ''),
  department_id: String(departmentId ?? ''),
  description: '',
  status: 'active',
  updated_at: undefined,
})

/** What is sent: an empty choice becomes 0, which the contract calls missing. */
export const groupBody = ({ batch_id, department_id, ...rest }: GroupValues) => ({
  ...rest,
  batch_id: Number(batch_id),
  department_id: Number(department_id),
})

/** What was ticked and unticked, and not the whole list: so it fits onto a list that is read again. */
export type Ticks = {
  added: number[]
  removed: number[]
}

export const NO_TICKS: Ticks = { added: [], removed: [] }

export const isMember = (student: GroupCandidate, groupId: number) => student.group?.id === groupId

/** What the ticks mean for the students as they are now; those that have come true or lost their student are left out. */
export function ticked(students: readonly GroupCandidate[], groupId: number, { added, removed }: Ticks) {
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

/** The ticks after one more click. */
export function toggled({ added, removed }: Ticks, student: GroupCandidate, groupId: number): Ticks {
  const flip = (ids: readonly number[]) =>
    ids.includes(student.id) ? ids.filter((id) => id !== student.id) : [...ids, student.id]
  return isMember(student, groupId) ? { added, removed: flip(removed) } : { added: flip(added), removed }
}

/** "2 added, 1 removed, 1 moved from another group" */
export function ticksText({ added, removed, moved }: Pick<ReturnType<typeof ticked>, 'added' | 'removed' | 'moved'>) {
  const parts = [
    added > 0 && `${added} added`,
    removed > 0 && `${removed} removed`,
    moved > 0 && `${moved} moved from another group`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'No changes'
}

/** The students whose name or roll number holds the words. */
export function studentsFound(students: readonly GroupCandidate[], words: string): readonly GroupCandidate[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return students
  return students.filter(({ name, roll_no }) => `${name} ${roll_no ?? ''}`.toLowerCase().includes(wanted))
}
