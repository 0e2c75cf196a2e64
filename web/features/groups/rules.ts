import type { Group, GroupCandidate } from '../../../shared/contract/groups.ts'
import { foundIn } from '../../../shared/folding.ts'
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

/** Returns the ticks after one more click. */
export function toggled({ added, removed, since }: Ticks, student: GroupCandidate, groupId: number): Ticks {
  const flip = (ids: readonly number[]) =>
    ids.includes(student.id) ? ids.filter((id) => id !== student.id) : [...ids, student.id]
  return isMember(student, groupId) ? { added, removed: flip(removed), since } : { added: flip(added), removed, since }
}

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
