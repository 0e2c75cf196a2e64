import { accounts } from '../../../shared/contract/accounts.ts'
import { users } from '../../../shared/contract/auth.ts'
import { forbidden, notFound, passwordFirst, secondFactorFirst } from '../../core/errors.ts'
import { mustSetUpFactor } from '../../core/holder.ts'
import { initialPassword } from '../../core/passwords.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { issuePassword, refuseIssuing } from './credentials.writes.ts'
import { replacedMail } from './mailing.ts'
import { listAccounts, listRolesOf, lockAccount, userExists } from './reads.ts'

const accountOwnRoutes = routes(accounts, {
  list: ({ db, caller, query, page }) => listAccounts(db, caller, query, page),
  initialPassword: async ({ write, caller, params, services }) => {
    // Asked before the hash, which costs, and again with it: things may have changed meanwhile.
    await write(async (tx) => refuseIssuing(tx, caller, await lockAccount(tx, params.id)))
    const made = await initialPassword()
    const credential = await write(async (tx) => {
      const issued = await issuePassword(tx, caller, await lockAccount(tx, params.id), made)
      const isTold = issued.hasSignedIn && services.mail !== undefined
      await services.jobs.add(tx, replacedMail, isTold ? [{ user_id: params.id, by: caller.id }] : [])
      return issued.credential
    })
    services.jobs.hurry()
    return { data: credential }
  },
})

const userRoutes = routes(users, {
  roles: async ({ db, caller, params, services }) => {
    const isOwn = params.id === caller.id
    if (!isOwn && caller.mustChangePassword) throw passwordFirst()
    if (!isOwn && mustSetUpFactor(caller, services.settings.SECOND_FACTOR_ROLES)) throw secondFactorFirst()
    if (!isOwn && !caller.roles.includes('admin')) throw forbidden()
    if (!isOwn && !(await userExists(db, params.id))) throw notFound('User')
    return { data: await listRolesOf(db, params.id) }
  },
})

export const accountRoutes: Routes = (app, services) => {
  accountOwnRoutes(app, services)
  userRoutes(app, services)
}
