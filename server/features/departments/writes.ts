import type * as z from 'zod/mini'
import type { Department, DepartmentChange, DepartmentInput } from '../../../shared/contract/departments.ts'
import { changesOf, record } from '../../core/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { dependentsText } from '../../core/counting.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { countDependents } from './reads.ts'

const AUDITED = ['name', 'type', 'status'] as const

const refusals = {
  departments_name_key: invalid({ name: ['A department with this name already exists'] }),
}

export async function createDepartment(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof DepartmentInput>,
): Promise<Department> {
  const created = await answering(refusals, () =>
    tx.insertInto('departments').values(input).returningAll().executeTakeFirstOrThrow(),
  )
  const changes = changesOf(undefined, created, AUDITED)
  await record(tx, caller, [{ action: 'create', entity: 'department', entityId: created.id, changes }])
  return created
}

/** What the change leaves out stays. A department that groups or tasks belong to stays academic. */
export async function updateDepartment(
  tx: Tx,
  caller: Caller,
  department: Department,
  { updated_at, ...change }: z.output<typeof DepartmentChange>,
): Promise<Department> {
  refuseStale(department, { updated_at })
  if (change.type === 'non-academic' && department.type === 'academic') {
    const { groups, tasks, sessions } = await countDependents(tx, department.id)
    const text = dependentsText('Department', { group: groups, task: tasks, 'attendance session': sessions })
    if (text) throw conflict(`${text}. Only an academic department can have them.`)
  }
  const updated = await answering(refusals, () =>
    tx
      .updateTable('departments')
      .set({ ...change, updated_at: new Date() })
      .where('id', '=', department.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  const changes = changesOf(department, updated, AUDITED)
  await record(tx, caller, [{ action: 'update', entity: 'department', entityId: department.id, changes }])
  return updated
}

export async function deleteDepartment(tx: Tx, caller: Caller, department: Department): Promise<void> {
  const { staff, groups, tasks, sessions } = await countDependents(tx, department.id)
  const text = dependentsText('Department', {
    'staff member': staff,
    group: groups,
    task: tasks,
    'attendance session': sessions,
  })
  if (text) throw conflict(`${text}. Set it inactive instead.`)
  await tx.deleteFrom('departments').where('id', '=', department.id).execute()
  const changes = changesOf(department, undefined, AUDITED)
  await record(tx, caller, [{ action: 'delete', entity: 'department', entityId: department.id, changes }])
}
