import { roles } from '../../../shared/contract/roles.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { findRole, listRolesOf, NO_ROLE } from '../accounts/reads.ts'
import { listRoles, lockPerson, lockRole, readRole } from './reads.ts'
import { assignRole, createRole, deleteRole, removeRole, updateRole } from './writes.ts'

/** The person and the role that a body names. @throws 422 on each that is missing or not visible */
async function named(tx: Tx, caller: Caller, { user_id, role_id }: { user_id: number; role_id: number }) {
  const person = await lockPerson(tx, caller, user_id)
  const role = await findRole(tx, role_id)
  if (person && role) return { person, role }
  throw invalid({ ...(person ? {} : { user_id: ['User does not exist'] }), ...(role ? {} : { role_id: [NO_ROLE] }) })
}

export const roleRoutes = routes(roles, {
  list: ({ db, caller, query, page }) => listRoles(db, caller, query, page),
  read: async ({ db, caller, params }) => ({ data: await readRole(db, caller, params.id) }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createRole(tx, caller, body)) }),
  update: changing(lockRole, updateRole),
  remove: deleting(lockRole, deleteRole, 'Role deleted successfully'),
  assignToUser: async ({ write, caller, body }) => ({
    message: 'Role assigned successfully',
    data: await write(async (tx) => {
      const { person, role } = await named(tx, caller, body)
      await assignRole(tx, caller, person, role)
      return listRolesOf(tx, person.account.id)
    }),
  }),
  removeFromUser: async ({ write, caller, body }) => ({
    message: 'Role removed successfully',
    data: await write(async (tx) => {
      const { person, role } = await named(tx, caller, body)
      await removeRole(tx, caller, person, role)
      return listRolesOf(tx, person.account.id)
    }),
  }),
})
