import type * as z from 'zod/mini'
import type { Group, GroupChange, GroupInput } from '../../../shared/contract/groups.ts'
import { changesOf, record } from '../../core/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { dependentsText } from '../../core/counting.ts'
import { answering, conflict, found, invalid, refuseStale } from '../../core/errors.ts'
import { refuseForeign } from '../../core/scope.ts'
import type { Tx } from '../../db/types.ts'
import { findBatch } from '../batches/reads.ts'
import { findDepartment } from '../departments/reads.ts'
import { forgetMembers } from '../memberships/writes.ts'
import { countDependents, findGroup } from './reads.ts'

const AUDITED = ['name', 'batch', 'department', 'description', 'status'] as const

const NOT_ACADEMIC = 'Department must be academic'
const NO_BATCH = 'Batch does not exist'

const refusals = {
  groups_name_key: invalid({ name: ['A group with this name already exists in this batch and department'] }),
  groups_batch_id_fkey: invalid({ batch_id: [NO_BATCH] }),
  groups_department_id_department_type_fkey: invalid({ department_id: [NOT_ACADEMIC] }),
}

/** What the trail keeps: names in the place of ids. */
const factsOf = (group: Group | undefined) =>
  group && { ...group, batch: group.batch.name, department: group.department.name }

const recordGroup = (
  tx: Tx,
  caller: Caller,
  action: string,
  entityId: number,
  before: Group | undefined,
  after: Group | undefined,
) => {
  const changes = changesOf(factsOf(before), factsOf(after), AUDITED)
  return record(tx, caller, [{ action, entity: 'group', entityId, changes }])
}

/** Who is fixed to a department works in the own department only; a group is of an academic one, and of a batch that is there. */
async function checkPlace(tx: Tx, caller: Caller, place: { batch_id: number; department_id: number }): Promise<void> {
  refuseForeign(caller, place.department_id, 'groups')
  const department = await findDepartment(tx, caller, place.department_id)
  const problems: Record<string, string[]> = {}
  if (!(await findBatch(tx, caller, place.batch_id))) problems.batch_id = [NO_BATCH]
  if (department?.type !== 'academic')
    problems.department_id = [department ? NOT_ACADEMIC : 'Department does not exist']
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

async function dependentsOf(tx: Tx, group: Group): Promise<string | undefined> {
  const { tasks, sessions } = await countDependents(tx, group.id)
  return dependentsText('Group', { student: group.student_count, task: tasks, 'attendance session': sessions })
}

const readBack = async (tx: Tx, caller: Caller, id: number) => found('Group', await findGroup(tx, caller, id))

export async function createGroup(tx: Tx, caller: Caller, input: z.output<typeof GroupInput>): Promise<Group> {
  await checkPlace(tx, caller, input)
  const { id } = await answering(refusals, () =>
    tx.insertInto('groups').values(input).returning('id').executeTakeFirstOrThrow(),
  )
  const created = await readBack(tx, caller, id)
  await recordGroup(tx, caller, 'create', id, undefined, created)
  return created
}

/** What the change leaves out stays. Students, tasks and attendance sessions hold the group in its batch and department. */
export async function updateGroup(
  tx: Tx,
  caller: Caller,
  group: Group,
  { updated_at, ...change }: z.output<typeof GroupChange>,
): Promise<Group> {
  refuseStale(group, { updated_at })
  const { batch_id = group.batch_id, department_id = group.department_id } = change
  if (batch_id !== group.batch_id || department_id !== group.department_id) {
    await checkPlace(tx, caller, { batch_id, department_id })
    const text = await dependentsOf(tx, group)
    if (text) throw conflict(`${text}. Only an empty group can move to another batch or department.`)
  }
  await answering(refusals, () =>
    tx
      .updateTable('groups')
      .set({ ...change, updated_at: new Date() })
      .where('id', '=', group.id)
      .execute(),
  )
  const updated = await readBack(tx, caller, group.id)
  await recordGroup(tx, caller, 'update', group.id, group, updated)
  return updated
}

/** The links of those who were in the group once go along. */
export async function deleteGroup(tx: Tx, caller: Caller, group: Group): Promise<void> {
  const text = await dependentsOf(tx, group)
  if (text) throw conflict(`${text}. Set it inactive instead.`)
  await forgetMembers(tx, group.id)
  await tx.deleteFrom('groups').where('id', '=', group.id).execute()
  await recordGroup(tx, caller, 'delete', group.id, group, undefined)
}
