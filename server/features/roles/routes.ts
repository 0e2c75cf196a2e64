import { roles } from '../../../shared/contract/roles.ts'
import { roleOf } from '../../core/accounts.ts'
import { found, invalid } from '../../core/errors.ts'
import type { Scope } from '../../core/login.ts'
import { routes } from '../../core/routes.ts'
import type { Tx } from '../../db/types.ts'
import { listRolesOf } from '../auth/reads.ts'
import { findRole, listRoles, lockPerson, lockRole } from './reads.ts'
import { assignRole, createRole, deleteRole, removeRole, updateRole } from './writes.ts'

/** The person and the role that a body names. @throws 422 on the one that is missing or not visible */
async function named(tx: Tx, scope: Scope, { user_id, role_id }: { user_id: number; role_id: number }) {
  const person = await lockPerson(tx, scope, user_id)
  if (!person) throw invalid({ user_id: ['User does not exist'] })
  return { person, role: await roleOf(tx, role_id) }
}

export const roleRoutes = routes(roles, {
  list: ({ db, page }) => listRoles(db, page),
  read: async ({ db, params }) => ({ data: found('Role', await findRole(db, params.id)) }),
  create: async ({ write, actor, body }) => ({ data: await write((tx) => createRole(tx, actor, body)) }),
  update: async ({ write, actor, params, body }) => ({
    data: await write(async (tx) => updateRole(tx, actor, found('Role', await lockRole(tx, params.id)), body)),
  }),
  remove: async ({ write, actor, params }) => {
    await write(async (tx) => deleteRole(tx, actor, found('Role', await lockRole(tx, params.id))))
    return { message: 'Role deleted successfully' }
  },
  assignToUser: async ({ write, actor, scope, body }) => ({
    message: 'Role assigned successfully',
    data: await write(async (tx) => {
      const { person, role } = await named(tx, scope, body)
      await assignRole(tx, actor, person, role)
      return listRolesOf(tx, person.account.id)
    }),
  }),
  removeFromUser: async ({ write, actor, scope, body }) => ({
    message: 'Role removed successfully',
    data: await write(async (tx) => {
      const { person, role } = await named(tx, scope, body)
      await removeRole(tx, actor, person, role)
      return listRolesOf(tx, person.account.id)
    }),
  }),
})
