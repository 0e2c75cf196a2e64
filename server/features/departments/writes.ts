import type * as z from 'zod/mini'
import type { Department, DepartmentChange, DepartmentInput } from '../../../shared/contract/departments.ts'
import type { Caller } from '../../core/caller.ts'
import { dependantsText, refuseInUse } from '../../core/dependants.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'

const trail = trailOf<Department>('department', ['name', 'type', 'status'])

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
  await trail.created(tx, caller, created)
  return created
}

/** Changes a department; fields left out stay. A department that groups or tasks belong to stays academic. */
export async function updateDepartment(
  tx: Tx,
  caller: Caller,
  department: Department,
  { updated_at, ...change }: z.output<typeof DepartmentChange>,
): Promise<Department> {
  refuseStale(department, { updated_at })
  if (change.type === 'non-academic' && department.type === 'academic') {
    const text = await dependantsText(tx, 'Department', { departments: department.id }, 'type')
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
  await trail.changed(tx, caller, department, updated)
  return updated
}

export async function deleteDepartment(tx: Tx, caller: Caller, department: Department): Promise<void> {
  await refuseInUse(tx, 'Department', { departments: department.id }, 'Set it inactive instead.')
  await tx.deleteFrom('departments').where('id', '=', department.id).execute()
  await trail.deleted(tx, caller, department)
}
