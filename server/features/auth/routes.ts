import { auth } from '../../../shared/contract/auth.ts'
import { invalid, unauthenticated } from '../../core/errors.ts'
import { hashPassword, verifyNothing, verifyPassword } from '../../core/passwords.ts'
import { type Feature, routes } from '../../core/routes.ts'
import { closeSession, isAccountActive, tokenOf, userOf } from '../../core/session.ts'
import { accountRoutes } from './accounts.routes.ts'
import { findAccount, listRolesOf, readPasswordHash } from './reads.ts'
import { throttled } from './throttle.writes.ts'
import { changePassword, issueReset, replaceToken, resetPassword, signIn } from './writes.ts'

const sessionRoutes = routes(auth, {
  login: async ({ db, write, body, request }) => {
    const account = await findAccount(db, body.email)
    const matches = await throttled(db, body.email, request.ip, (first) =>
      account ? verifyPassword(body.password, account.password_hash, first) : verifyNothing(body.password, first),
    )
    if (!account || !matches) throw unauthenticated('Invalid email or password.')
    if (!isAccountActive(account.staff_status, account.student_status))
      throw unauthenticated('Your account is not active. Please contact the administrator.')
    const { id, name, email, must_change_password } = account
    const roles = (await listRolesOf(db, id)).map((role) => role.name)
    return write((tx) => signIn(tx, { id, name, email, roles, must_change_password }, request.headers['user-agent']))
  },

  logout: async ({ write, request }) => {
    const token = tokenOf(request)
    if (token) await write((tx) => closeSession(tx, token))
    return { message: 'Logged out successfully' }
  },

  me: async ({ actor }) => ({ data: userOf(actor) }),

  refresh: async ({ write, actor, request }) => {
    const token = tokenOf(request)
    if (!token) throw unauthenticated()
    return write((tx) => replaceToken(tx, userOf(actor), token, request.headers['user-agent']))
  },

  forgotPassword: async ({ db, write, body, services, request }) => {
    const answer = { message: 'If the email belongs to an account, a link to choose a new password is on its way.' }
    const { mail, settings } = services
    if (!mail) return answer
    const send = async () => {
      const account = await findAccount(db, body.email)
      if (!account || !isAccountActive(account.staff_status, account.student_status)) return
      const token = await write((tx) => issueReset(tx, account.id))
      await mail.send({
        to: account.email,
        subject: `${settings.COLLEGE_NAME}: choose a new password`,
        text: `Open this link within 60 minutes to choose a new password for Clinical eLog:\n\n${mail.publicUrl}/reset-password?token=${token}\n\nIf you did not ask for it, you need do nothing.`,
      })
    }
    // Not waited for: the time an answer takes must not tell whether the email exists.
    send().catch((error: unknown) => request.log.error({ err: error }, 'the reset mail could not be sent'))
    return answer
  },

  resetPassword: async ({ write, body }) => {
    const passwordHash = await hashPassword(body.password)
    await write((tx) => resetPassword(tx, body.token, passwordHash))
    return { message: 'Your password was changed. Please log in.' }
  },

  changePassword: async ({ db, write, actor, body, request }) => {
    const held = await readPasswordHash(db, actor.id)
    const matches = await throttled(db, actor.email, request.ip, (first) =>
      verifyPassword(body.current_password, held, first),
    )
    if (!matches) throw invalid({ current_password: ['The current password is not correct.'] })
    if (body.password === body.current_password)
      throw invalid({ password: ['The new password must differ from the current one.'] })
    const passwordHash = await hashPassword(body.password)
    await write((tx) => changePassword(tx, actor, passwordHash, tokenOf(request)))
    return { message: 'Password changed successfully' }
  },
})

export const authRoutes: Feature = (app, services) => {
  sessionRoutes(app, services)
  accountRoutes(app, services)
}
