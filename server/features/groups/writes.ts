import type * as z from 'zod/mini'
import type { Group, GroupChange, GroupInput } from '../../../shared/contract/groups.ts'
import type { Caller } from '../../core/caller.ts'
import { dependantsText, refuseInUse } from '../../core/dependants.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { findBatch } from '../batches/reads.ts'
import { departmentProblem, NOT_ACADEMIC } from '../departments/reads.ts'
import { forgetMembers } from '../memberships/writes.ts'
import { readGroup } from './reads.ts'

const NO_BATCH = 'Batch does not exist'

const refusals = {
  groups_name_key: invalid({ name: ['A group with this name already exists in this batch and department'] }),
  groups_batch_id_fkey: invalid({ batch_id: [NO_BATCH] }),
  groups_department_id_department_type_fkey: invalid({ department_id: [NOT_ACADEMIC] }),
}

/** Names in the place of ids. */
const trail = trailOf('group', ['name', 'batch', 'department', 'description', 'status'], (group: Group) => ({
  ...group,
  batch: group.batch.name,
  department: group.department.name,
}))

/** A group is of an academic department, and of a batch that is there. */
async function checkPlace(tx: Tx, caller: Caller, place: { batch_id: number; department_id: number }): Promise<void> {
  const problems: Record<string, string[]> = {}
  const wrongDepartment = await departmentProblem(tx, caller, place.department_id, 'groups')
  if (wrongDepartment) problems.department_id = [wrongDepartment]
  if (!(await findBatch(tx, caller, place.batch_id))) problems.batch_id = [NO_BATCH]
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

export async function createGroup(tx: Tx, caller: Caller, input: z.output<typeof GroupInput>): Promise<Group> {
  await checkPlace(tx, caller, input)
  const { id } = await answering(refusals, () =>
    tx.insertInto('groups').values(input).returning('id').executeTakeFirstOrThrow(),
  )
  const created = await readGroup(tx, caller, id)
  await trail.created(tx, caller, created)
  return created
}

/**
 * Changes a group; fields left out stay. Students, tasks and attendance sessions keep the group in its batch and
 * department.
 */
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
    const text = await dependantsText(tx, 'Group', { groups: group.id })
    if (text) throw conflict(`${text}. Only an empty group can move to another batch or department.`)
  }
  await answering(refusals, () =>
    tx
      .updateTable('groups')
      .set({ ...change, updated_at: new Date() })
      .where('id', '=', group.id)
      .execute(),
  )
  const updated = await readGroup(tx, caller, group.id)
  await trail.changed(tx, caller, group, updated)
  return updated
}

/** The links of those who were in the group once go along. */
export async function deleteGroup(tx: Tx, caller: Caller, group: Group): Promise<void> {
  await refuseInUse(tx, 'Group', { groups: group.id }, 'Set it inactive instead.')
  await forgetMembers(tx, group.id)
  await tx.deleteFrom('groups').where('id', '=', group.id).execute()
  await trail.deleted(tx, caller, group)
}
