import * as z from 'zod/mini'
import { BatchInput } from '../../../shared/contract/batches.ts'
import { DepartmentInput } from '../../../shared/contract/departments.ts'
import { DesignationInput } from '../../../shared/contract/designations.ts'
import { GroupInput } from '../../../shared/contract/groups.ts'
import { folded } from '../../../shared/folding.ts'
import { GROUP_STUDENTS_MAX } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { HttpError, invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { createBatch } from '../batches/writes.ts'
import { createDepartment } from '../departments/writes.ts'
import { createDesignation } from '../designations/writes.ts'
import { createGroup } from '../groups/writes.ts'
import { lockAssignment } from '../memberships/locks.reads.ts'
import { assignStudents } from '../memberships/writes.ts'
import { departmentOfField } from './groups.ts'
import { inputOfNew, type MadeName } from './new-names.ts'
import { listBatchNames, listMemberIds } from './reads.ts'

interface MadeRecord {
  entity: 'batch' | 'department' | 'designation' | 'group'
  id: number
  name: string
  /** Its values. */
  facts: Record<string, unknown>
}

const FACTS = ['name', 'type', 'status', 'description', 'current_year', 'batch_id', 'department_id']

/** Returns what people say of a record that can be made for the rows: neither its times nor what refers to it. */
export const factsOf = (record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => FACTS.includes(field)))

const madeRecord = (entity: MadeRecord['entity'], record: { id: number; name: string }): MadeRecord => ({
  entity,
  id: record.id,
  name: record.name,
  facts: factsOf(record),
})

/** The records that were made, by the ids that stood for them in the plan. */
export type Made = ReadonlyMap<number, MadeRecord>

async function makeOne(tx: Tx, caller: Caller, one: MadeName): Promise<MadeRecord> {
  const input = inputOfNew(one)
  switch (one.field) {
    case 'batch_id':
      return madeRecord('batch', await createBatch(tx, caller, z.parse(BatchInput, input)))
    case 'department_id':
      return madeRecord('department', await createDepartment(tx, caller, z.parse(DepartmentInput, input)))
    default:
      return madeRecord('designation', await createDesignation(tx, caller, z.parse(DesignationInput, input)))
  }
}

/** Makes the records whose names are new, each by the writer of its screen; the groups last, since batches hold them. */
export async function makeNew(tx: Tx, caller: Caller, names: readonly MadeName[]): Promise<Made> {
  const made = new Map<number, MadeRecord>()
  const isGroup = ({ field }: MadeName) => departmentOfField(field) !== undefined
  for (const one of names.filter((each) => !isGroup(each))) made.set(one.id, await makeOne(tx, caller, one))
  const groups = names.filter(isGroup)
  if (groups.length === 0) return made
  const batches = new Map((await listBatchNames(tx)).map(({ id, name }) => [folded(name), id]))
  for (const { id, field, name, as } of groups) {
    const [batch_id, department_id] = [batches.get(folded(as ?? '')), departmentOfField(field)]
    const created = await createGroup(tx, caller, z.parse(GroupInput, { name, batch_id, department_id }))
    made.set(id, madeRecord('group', created))
  }
  return made
}

/** Returns a row's values with the real ids of what was made. */
export const withMade = <T>(values: T, made: Made): T =>
  made.size === 0
    ? values
    : (Object.fromEntries(
        Object.entries(values as object).map(([field, value]) => [
          field,
          field.endsWith('_id') ? (made.get(value)?.id ?? value) : value,
        ]),
      ) as T)

/**
 * Puts students into groups, whose other members stay.
 * @param members the students by the id of their group, or by the one that stands for it
 * @throws 422 for a group that would have more students than one can have
 */
export async function joinGroups(
  tx: Tx,
  caller: Caller,
  members: ReadonlyMap<number, readonly number[]>,
  made: Made,
): Promise<void> {
  const real = [...members].map(([id, studentIds]) => [made.get(id)?.id ?? id, studentIds] as const)
  for (const [groupId, joining] of real.toSorted(([one], [other]) => one - other)) {
    const studentIds = [...new Set([...(await listMemberIds(tx, groupId)), ...joining])]
    const assignment = await lockAssignment(tx, caller, groupId, studentIds)
    if (!assignment) throw invalid({ file: ['A group of the file is no longer there'] })
    if (studentIds.length > GROUP_STUDENTS_MAX)
      throw new HttpError(
        422,
        `Group "${assignment.group.name}" would have ${studentIds.length} students, and can have ${GROUP_STUDENTS_MAX}.`,
      )
    await assignStudents(tx, caller, assignment, { studentIds, since: undefined, updated_at: undefined })
  }
}
