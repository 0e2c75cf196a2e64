import { users } from '../../../shared/contract/auth.ts'
import { lockAccount } from '../../core/accounts.ts'
import { forbidden, notFound, passwordFirst } from '../../core/errors.ts'
import { initialPassword } from '../../core/passwords.ts'
import { routes } from '../../core/routes.ts'
import { listAccounts } from './accounts.reads.ts'
import { issuePassword, refuseIssuing } from './accounts.writes.ts'
import { listRolesOf, userExists } from './reads.ts'

export const accountRoutes = routes(users, {
  list: ({ db, query, page }) => listAccounts(db, query, page),
  roles: async ({ db, actor, params }) => {
    const isOwn = params.id === actor.id
    if (!isOwn && actor.mustChangePassword) throw passwordFirst()
    if (!isOwn && !actor.roles.includes('admin')) throw forbidden()
    if (!isOwn && !(await userExists(db, params.id))) throw notFound('User')
    return { data: await listRolesOf(db, params.id) }
  },
  initialPassword: async ({ write, actor, scope, params }) => {
    // Asked before the hash, which costs, and again with it: things may have changed meanwhile.
    await write(async (tx) => refuseIssuing(tx, actor, scope, await lockAccount(tx, params.id)))
    const made = await initialPassword()
    return {
      data: await write(async (tx) => issuePassword(tx, actor, scope, await lockAccount(tx, params.id), made)),
    }
  },
})
