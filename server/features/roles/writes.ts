import type * as z from 'zod/mini'
import type { Role, RoleChange, RoleInput } from '../../../shared/contract/roles.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import type { HeldRole } from '../accounts/reads.ts'
import { refuseUnassignable, refuseUnmanaged } from '../accounts/rules.ts'
import { giveRole, takeRole } from '../accounts/writes.ts'
import { handOverCases } from '../reportings/handover.writes.ts'
import { forgetStaffRole } from '../staff/role.writes.ts'
import { forgetStudentRole } from '../students/role.writes.ts'
import type { Person } from './reads.ts'
import { lookAlikeOf, misplaced } from './rules.ts'

const trail = trailOf<Pick<Role, 'name'>>('role', ['name'])

const refusals = {
  roles_name_key: invalid({ name: ['A role with this name already exists'] }),
}

/** @throws 422 on `name` for one that people would take for a built-in role */
function refuseLookAlike(name: string | undefined): void {
  const builtIn = name === undefined ? undefined : lookAlikeOf(name)
  if (builtIn !== undefined) throw invalid({ name: [`This name reads like the built-in role "${builtIn}"`] })
}

export async function createRole(tx: Tx, caller: Caller, input: z.output<typeof RoleInput>): Promise<Role> {
  refuseLookAlike(input.name)
  const created = await answering(refusals, () =>
    tx.insertInto('roles').values(input).returningAll().executeTakeFirstOrThrow(),
  )
  await trail.created(tx, caller, created)
  return { ...created, user_count: 0 }
}

/** The names of the built-in roles are what permissions go by: they stay. */
export async function updateRole(
  tx: Tx,
  caller: Caller,
  role: Role,
  { updated_at, ...change }: z.output<typeof RoleChange>,
): Promise<Role> {
  if (role.built_in) throw conflict('This role is built in and cannot be changed.')
  refuseStale(role, { updated_at })
  refuseLookAlike(change.name)
  const updated = await answering(refusals, () =>
    tx
      .updateTable('roles')
      .set({ ...change, updated_at: new Date() })
      .where('id', '=', role.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  await trail.changed(tx, caller, role, updated)
  return { ...role, ...updated }
}

export async function deleteRole(tx: Tx, caller: Caller, role: Role): Promise<void> {
  if (role.built_in) throw conflict('This role is built in and cannot be deleted.')
  await refuseInUse(tx, 'Role', { roles: role.id }, 'Take it from them first.')
  await tx.deleteFrom('roles').where('id', '=', role.id).execute()
  await trail.deleted(tx, caller, role)
}

/**
 * Gives a person one more role.
 * @throws 403 above what the caller may assign, for oneself and for a person whom the caller may not edit, 422 on
 * `role_id` for a student's role of staff and the other way round
 */
export async function assignRole(tx: Tx, caller: Caller, person: Person, role: HeldRole): Promise<void> {
  refuseUnassignable(caller, role)
  // Callers who ask for themselves are refused by `giveRole`.
  if (person.account.id !== caller.id) refuseUnmanaged(caller, person.account)
  const problem = misplaced(role.name, person.student !== undefined)
  if (problem) throw invalid({ role_id: [problem] })
  await giveRole(tx, caller, person.account, role)
}

/** Takes a role from a person, and out of the record that gave it. @throws 422 on `role_id` when it is not held */
export async function removeRole(tx: Tx, caller: Caller, person: Person, role: HeldRole): Promise<void> {
  if (!person.account.roles.some(({ id }) => id === role.id))
    throw invalid({ role_id: ['The user does not hold this role'] })
  await takeRole(tx, caller, person.account, role)
  if (person.staff?.role_id === role.id) await forgetStaffRole(tx, caller, person.staff.id, role)
  if (person.student?.role_id === role.id) await forgetStudentRole(tx, caller, person.student.id, role)
  if (person.staff) await handOverCases(tx, caller, person.staff.id)
}
