import { randomId } from '@mantine/hooks'
import type { Skill } from '../../../shared/contract/skills.ts'
import type { Task } from '../../../shared/contract/tasks.ts'
import { counted } from '../../../shared/labels.ts'
import { UNGRADED_DAYS } from '../../../shared/limits.ts'
import { TASKS_ONLY, type TasksOnly } from '../../../shared/only.ts'
import type { Action } from '../../../shared/permissions.ts'
import type { Address } from '../../core/address.ts'
import { criteriaBody, criterionRows } from '../../parts/criterion-rows.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import type { Option } from '../../ui/SelectField.tsx'
import { dotted, textOf, textsOf } from '../../ui/texts.ts'

export const TASK: RecordKind = { entity: 'task', title: 'Task', noun: 'task' }

/** The narrowings of the list, with the action that each needs. */
const ONLY: Record<TasksOnly, { label: string; action: Action }> = {
  due: { label: 'To hand in', action: 'submissions:submit' },
  ungraded: { label: 'With work to grade', action: 'submissions:review' },
  'ungraded-long': { label: `With work ungraded for over ${UNGRADED_DAYS} days`, action: 'submissions:review' },
}

export const onlyOptions = ({ can }: Pick<Address, 'can'>): Option[] =>
  TASKS_ONLY.filter((one) => can(ONLY[one].action)).map((value) => ({ value, label: ONLY[value].label }))

/** Reads the address: the group whose tasks are listed, or what the list is narrowed to. */
export const addressOf = ({ can, text, id, departmentId }: Address) => ({
  department_id: departmentId,
  group_id: id('group_id'),
  only: TASKS_ONLY.find((one) => one === text('only') && can(ONLY[one].action)),
})

/** The choices of the list's filters; a new task starts with them. */
export interface TaskChoices {
  departmentId: number | undefined
  groupId: number | undefined
}

const placeOf = ({ departmentId, groupId }: TaskChoices) => ({
  department_id: textOf(departmentId),
  group_ids: departmentId === undefined || groupId === undefined ? [] : [String(groupId)],
})

const TEXTS = [
  'name',
  'type',
  'detail',
  'label',
  'total_marks',
  'passing_marks',
  'start_date',
  'end_date',
  'description',
] as const

export const taskValues = (task: Task | undefined, chosen: TaskChoices) => ({
  ...textsOf(task, TEXTS),
  ...(task ? { department_id: String(task.department_id), group_ids: task.group_ids.map(String) } : placeOf(chosen)),
  status: task?.status ?? 'active',
  criteria: criterionRows(task),
  /** Only a bulk task has one. */
  skill_id: textOf(task?.skill?.id),
})
export type TaskValues = ReturnType<typeof taskValues>

const numberOrNull = (value: string) => (value.trim() === '' ? null : Number(value))

export const taskBody = ({ group_ids, skill_id, criteria, ...values }: TaskValues, before?: Task) => ({
  ...values,
  ...(skill_id !== '' && { skill_id: Number(skill_id) }),
  ...criteriaBody(criteria, before),
  // The server adds the criteria up.
  total_marks: criteria?.length ? null : numberOrNull(values.total_marks),
  passing_marks: numberOrNull(values.passing_marks),
  department_id: Number(values.department_id),
  group_id: group_ids.map(Number),
})

/** Returns the form's field: the server names `group_id`, with the place of a wrong id. */
export const taskField = (path: string) => (/^group_ids?(\.|$)/.test(path) ? 'group_ids' : path)

export type BulkRow = { key: string; name: string; frequency: string; skill: string }
export type BulkValues = { department_id: string; group_ids: string[]; rows: BulkRow[] }

export const newBulkRow = (): BulkRow => ({ key: randomId('row-'), name: '', frequency: '', skill: '' })

export const newBulkValues = (chosen: TaskChoices): BulkValues => ({ ...placeOf(chosen), rows: [newBulkRow()] })

export const digitsOnly = (typed: string) => typed.replace(/\D/g, '').slice(0, 6)

export const bulkBody = ({ department_id, group_ids, rows }: BulkValues) => ({
  department_id: Number(department_id),
  group_id: group_ids.map(Number),
  name: rows.map((row) => row.name),
  detail: rows.map((row) => row.frequency),
  ...(rows.some(({ skill }) => skill) && { skill_id: rows.map(({ skill }) => (skill ? Number(skill) : null)) }),
})

/** Returns a row with the skill that was chosen for it, which fills what is still empty. */
export const withSkill = <Row extends BulkRow>(row: Row, skill: Skill | undefined): Row => ({
  ...row,
  skill: textOf(skill?.id),
  name: row.name.trim() === '' && skill ? skill.name : row.name,
  frequency: row.frequency === '' ? textOf(skill?.usual_count) : row.frequency,
})

/** Returns the form's field of a bulk payload: "name.2" is the name of the third row. */
export function bulkField(path: string): string {
  const [field, place] = path.split('.')
  if (place !== undefined && field === 'name') return `rows.${place}.name`
  if (place !== undefined && field === 'detail') return `rows.${place}.frequency`
  if (place !== undefined && field === 'skill_id') return `rows.${place}.skill`
  return taskField(path)
}

export const groupLabel = (group: { name: string; batch: { name: string } }) => `${group.name} (${group.batch.name})`

/** Returns a line for each batch: "MBBS 2022: Group A, Group B". */
export function groupsByBatch(groups: Task['groups']): string[] {
  const names = new Map<string, string[]>()
  for (const { name, batch } of groups) names.set(batch.name, [...(names.get(batch.name) ?? []), name])
  return [...names].map(([batch, ofBatch]) => `${batch}: ${ofBatch.sort().join(', ')}`).sort()
}

/** Returns the label of `detail`: in a bulk task it says how often the work is to be done. */
export const detailLabel = ({ task_type }: Pick<Task, 'task_type'>) => (task_type === 'bulk' ? 'Frequency' : 'Detail')

/** Says how often a bulk task asks for its skill; a frequency that is no number asks for none. */
export const askedText = ({ required_count }: Pick<Task, 'required_count'>) =>
  required_count === null ? undefined : counted(required_count, 'time')

/** Says how far a student is with a number of performances: "7 of 15 · 2 to be signed". */
export const countText = ({ required_count, logbook }: Pick<Task, 'required_count' | 'logbook'>) =>
  dotted([
    `${logbook?.counted ?? 0} of ${required_count}`,
    logbook && logbook.logged > 0 && `${logbook.logged} to be signed`,
  ])

/** Returns the detail for a line of other texts: "Frequency 10". */
export const detailText = ({ task_type, detail }: Pick<Task, 'task_type' | 'detail'>) =>
  task_type === 'bulk' && detail ? `Frequency ${detail}` : detail
