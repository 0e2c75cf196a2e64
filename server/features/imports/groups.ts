import { GROUP_FIELD } from '../../../shared/contract/import-answers.ts'
import { folded } from '../../../shared/folding.ts'
import { hasLeft, type STUDENT_STATUSES } from '../../../shared/labels.ts'
import { plainHeading } from '../../documents/sheets/lines.ts'
import { leftText } from '../memberships/rules.ts'
import type { Column } from './column.ts'
import { told } from './file-row.ts'
import type { Beside, Cells, Stored } from './kinds.ts'
import type { NamedRecord } from './names.ts'

// The columns that put students into groups: one for each academic department.

/** The headings of a column of groups that names no department. */
const GROUP_WORDS = ['group', 'groups', 'groupname', 'groupno', 'wardgroup', 'clinicalgroup', 'subgroup', 'گروپ']

export const isGroupHeading = (plain: string) => GROUP_WORDS.includes(plain)

export const groupFieldOf = (departmentId: number) => `${GROUP_FIELD}${departmentId}`

/** Returns the department of a field that takes a group. */
export const departmentOfField = (field: string) =>
  field.startsWith(GROUP_FIELD) ? Number(field.slice(GROUP_FIELD.length)) : undefined

/** Returns the column of the groups of a department. */
export function groupColumn({ id, name }: NamedRecord): Column {
  const plain = plainHeading(name)
  const also = GROUP_WORDS.flatMap((word) => [plain + word, word + plain, `${word}of${plain}`])
  return { field: groupFieldOf(id), heading: `Group in ${name}`, kind: 'name', also, perhaps: [] }
}

export interface KnownGroup extends NamedRecord {
  batch_id: number
  department_id: number
}

/** An active link of a student to a group of a department. */
interface Link {
  student_id: number
  department_id: number
  group_id: number
  name: string
}

const keyOf = (departmentId: number | undefined, batchId: number, name: string) =>
  JSON.stringify([departmentId, batchId, folded(name)])
const placeKey = (departmentId: number | undefined, batchId: number) => `${departmentId}/${batchId}`
const linkKey = (studentId: number, departmentId: number | undefined) => `${studentId}/${departmentId}`

/** Returns what finds the groups that a file names, and those that its students are in. */
export function groupFacts(columns: readonly Column[], groups: readonly KnownGroup[], links: readonly Link[]) {
  const byKey = new Map(groups.map((group) => [keyOf(group.department_id, group.batch_id, group.name), group]))
  const byStudent = new Map(links.map((link) => [linkKey(link.student_id, link.department_id), link]))
  const byPlace = Map.groupBy(groups, (group) => placeKey(group.department_id, group.batch_id))
  return {
    columns,
    find: (departmentId: number | undefined, batchId: number, name: string) =>
      byKey.get(keyOf(departmentId, batchId, name)),
    namesIn: (departmentId: number | undefined, batchId: number) =>
      (byPlace.get(placeKey(departmentId, batchId)) ?? []).map(({ name }) => name),
    linkOf: (studentId: number, departmentId: number | undefined) => byStudent.get(linkKey(studentId, departmentId)),
  }
}
export type GroupFacts = ReturnType<typeof groupFacts>

/** A row's student: the batch that they are or will be in, their name and status, their id if there is one. */
interface Joining {
  id: number | undefined
  batch: NamedRecord | undefined
  /** The name of the batch in the file. */
  batchText: string | undefined
  name: string
  status: (typeof STUDENT_STATUSES)[number]
}

/** Plans one group: to join, to make, or what is wrong. */
function planGroup(
  plan: Beside,
  { find, namesIn, linkOf }: GroupFacts,
  { field, heading }: Column,
  text: string,
  joining: Joining,
) {
  const { id, batch, batchText, name, status } = joining
  const departmentId = departmentOfField(field)
  plan.values[field] = told(text)
  if (!batch) {
    if (batchText === undefined) plan.errors[field] = ['Only a student in a batch can be in a group of it']
    // The batch is not there yet: its own error says so.
    else plan.lacks.push({ field, name: told(text), within: told(batchText) })
    return
  }
  const group = find(departmentId, batch.id, text)
  if (!group) {
    plan.errors[field] = [`Group "${told(text)}" does not exist in ${batch.name}`]
    plan.lacks.push({ field, name: told(text), within: batch.name })
    plan.offers[field] = namesIn(departmentId, batch.id)
    return
  }
  plan.values[field] = group.name
  const link = id === undefined ? undefined : linkOf(id, departmentId)
  if (link?.group_id === group.id) return
  if (hasLeft(status)) {
    plan.errors[field] = [leftText(name, status)]
    return
  }
  plan.groupIds.push(group.id)
  if (id !== undefined) plan.changes[heading] = [link?.name ?? null, group.name]
}

/** Returns the groups of a row's cells: to join, to make, or what is wrong. */
export function planGroups(
  facts: GroupFacts,
  batches: readonly NamedRecord[],
  cells: Cells,
  data: Record<string, unknown>,
  known: Stored | undefined,
): Beside {
  const plan: Beside = { errors: {}, values: {}, changes: {}, lacks: [], groupIds: [], offers: {} }
  if (facts.columns.length === 0) return plan
  const now = { ...known?.values, ...data }
  const joining: Joining = {
    id: known?.id,
    batch: batches.find(({ id }) => id === now.batch_id),
    batchText: cells.batch_id,
    name: String(now.name ?? cells.name ?? 'The student'),
    status: (now.status ?? 'active') as Joining['status'],
  }
  for (const column of facts.columns) {
    const text = cells[column.field]
    if (text !== undefined) planGroup(plan, facts, column, text, joining)
  }
  return plan
}
