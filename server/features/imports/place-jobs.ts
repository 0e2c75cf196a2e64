import type { DepartmentChange, DepartmentInput } from '../../../shared/contract/departments.ts'
import type { DesignationChange, DesignationInput } from '../../../shared/contract/designations.ts'
import type { GroupChange, GroupInput } from '../../../shared/contract/groups.ts'
import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../db/types.ts'
import { lockDepartment, lockDepartments } from '../departments/reads.ts'
import { createDepartment, deleteDepartment, updateDepartment } from '../departments/writes.ts'
import { lockDesignation, lockDesignations } from '../designations/reads.ts'
import { createDesignation, deleteDesignation, updateDesignation } from '../designations/writes.ts'
import { lockGroup, lockGroups } from '../groups/reads.ts'
import { createGroup, deleteGroup, updateGroup } from '../groups/writes.ts'
import type { Job } from './jobs.ts'
import { withNew } from './new-names.ts'
import { findDepartments, findDesignations, findGroups } from './places.reads.ts'
import { departmentKind, designationKind, groupKind } from './places.ts'
import { planRows } from './plan.ts'
import { listBatchNames, listDepartmentNames } from './reads.ts'
import { ownDepartmentNotes, withOwnDepartment } from './skills.ts'

/** Locks all that a file changes, or that its undoing changes or deletes. */
const lockingOf = (
  caller: Caller,
  lockAll: (tx: Tx, caller: Caller, ids: readonly number[], lock?: 'deletion') => Promise<unknown>,
) => ({
  lock: async (tx: Tx, updates: readonly { id: number }[]) => {
    await lockAll(
      tx,
      caller,
      updates.map(({ id }) => id),
    )
  },
  lockForUndo: async (tx: Tx, ids: readonly number[]) => {
    await lockAll(tx, caller, ids, 'deletion')
  },
})

export const departmentJob = (caller: Caller): Job<typeof DepartmentInput, typeof DepartmentChange> => ({
  kind: 'departments',
  accountsOf: null,
  plan: async (db, rows) => planRows(departmentKind(await findDepartments(db)), rows),
  ...lockingOf(caller, lockDepartments),
  create: (tx, input) => createDepartment(tx, caller, input),
  update: async (tx, id, change, updated_at) =>
    updateDepartment(tx, caller, await lockDepartment(tx, caller, id), { ...change, updated_at }),
  remove: async (tx, id) => deleteDepartment(tx, caller, await lockDepartment(tx, caller, id, 'deletion')),
})

export const designationJob = (caller: Caller): Job<typeof DesignationInput, typeof DesignationChange> => ({
  kind: 'designations',
  accountsOf: null,
  plan: async (db, rows) => planRows(designationKind(await findDesignations(db)), rows),
  ...lockingOf(caller, lockDesignations),
  create: (tx, input) => createDesignation(tx, caller, input),
  update: async (tx, id, change, updated_at) =>
    updateDesignation(tx, caller, await lockDesignation(tx, caller, id), { ...change, updated_at }),
  remove: async (tx, id) => deleteDesignation(tx, caller, await lockDesignation(tx, caller, id, 'deletion')),
})

export const groupJob = (caller: Caller): Job<typeof GroupInput, typeof GroupChange> => ({
  kind: 'groups',
  accountsOf: null,
  plan: async (db, given, news) => {
    const stored = await listDepartmentNames(db)
    const batches = withNew('batch_id', await listBatchNames(db), news)
    const departments = withNew('department_id', stored, news)
    const rows = withOwnDepartment(given, caller, stored)
    const groups = await findGroups(db, caller, rows)
    return planRows(groupKind(caller, { batches, departments, stored, news }, groups), rows)
  },
  notes: async (db, rows) => ownDepartmentNotes(rows, caller, await listDepartmentNames(db), 'Groups'),
  ...lockingOf(caller, lockGroups),
  create: (tx, input) => createGroup(tx, caller, input),
  update: async (tx, id, change, updated_at) =>
    updateGroup(tx, caller, await lockGroup(tx, caller, id), { ...change, updated_at }),
  remove: async (tx, id) => deleteGroup(tx, caller, await lockGroup(tx, caller, id, 'deletion')),
})
