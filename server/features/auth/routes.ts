import { auth } from '../../../shared/contract/auth.ts'
import { found, invalid, unauthenticated } from '../../core/errors.ts'
import { userOf } from '../../core/holder.ts'
import { closeLogin, closeOwnLogin, hashOf, isAccountActive, tokenOf } from '../../core/login.ts'
import { networkOf } from '../../core/networks.ts'
import { hashPassword, verifyNothing, verifyPassword } from '../../core/passwords.ts'
import { keepDevice, newDevice, readDevice } from '../../http/device-cookie.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { refuseGuessable } from '../accounts/passwords.rules.ts'
import { changePassword, issueReset, staleLink, wrongCurrent } from '../accounts/passwords.writes.ts'
import { findAccount, findReset, readPasswordHash } from '../accounts/reads.ts'
import { countForgotten, throttled } from '../accounts/throttle.writes.ts'
import { endLoginsOf } from '../notices/devices.writes.ts'
import { resetMail } from './mailing.ts'
import { providerRoutes } from './provider.routes.ts'
import { type ProofResult, proveCode } from './proving.ts'
import { listOwnLogins } from './reads.ts'
import { openingOf } from './rules.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'
import { replaceToken, resetPassword, signIn, wrongPassword } from './writes.ts'

const ownRoutes = routes(auth, {
  login: async ({ db, write, body, services, request, reply }) => {
    const account = await findAccount(db, body.email)
    const network = networkOf(request)
    const known = readDevice(request, services)
    const attempt = { userId: account?.id, email: body.email, network, device: known?.hash }
    const found: { proved?: ProofResult } = {}
    await throttled(db, attempt, async () => {
      if (!account) await verifyNothing(body.password, network)
      if (!account || !(await verifyPassword(body.password, account.password_hash, network))) return 'wrong'
      found.proved = await proveCode(db, services, account.id, body.code)
      return found.proved.outcome
    })
    const { proved } = found
    if (!account || !proved) throw wrongPassword()
    if ('refusal' in proved) throw proved.refusal
    const device = known ?? newDevice(services)
    const answer = await write((tx) => signIn(tx, { ...account, proof: proved.proof }, device.hash, openingOf(request)))
    keepDevice(device, request, reply, services)
    return answer
  },

  logout: async ({ write, request }) => {
    const token = tokenOf(request)
    if (token) await write((tx) => closeLogin(tx, token))
    return { message: 'Logged out successfully' }
  },

  me: async ({ caller, services }) => ({ data: userOf(caller, services.settings.SECOND_FACTOR_ROLES) }),

  refresh: async ({ write, caller, request }) => {
    const token = tokenOf(request)
    if (!token) throw unauthenticated()
    return write((tx) => replaceToken(tx, caller, token, openingOf(request)))
  },

  forgotPassword: async ({ db, write, body, services, request }) => {
    await countForgotten(db, networkOf(request))
    const answer = { message: 'If the email belongs to an account, a link to choose a new password is on its way.' }
    const { mail, jobs } = services
    if (!mail) return answer
    const send = async () => {
      const account = await findAccount(db, body.email)
      if (!account || !isAccountActive(account.staff_status, account.student_status)) return
      await write(async (tx) => {
        const link = await issueReset(tx, account.id)
        await jobs.add(tx, resetMail, link ? [{ user_id: account.id, until: link.until }] : [])
      })
      jobs.hurry()
    }
    // Not waited for: the time an answer takes must not tell whether the email exists.
    send().catch((error: unknown) => request.log.error({ err: error }, 'no reset mail could be written'))
    return answer
  },

  resetPassword: async ({ db, write, body, services, request, reply }) => {
    const { token, password } = body
    const reset = await findReset(db, token)
    if (!reset) throw staleLink()
    await refuseGuessable(password, reset, services)
    const passwordHash = await hashPassword(password, networkOf(request))
    const device = readDevice(request, services) ?? newDevice(services)
    await write((tx) => resetPassword(tx, { userId: reset.user_id, token, passwordHash }, device.hash))
    keepDevice(device, request, reply, services)
    return { message: 'Your password was changed. Please log in.' }
  },

  changePassword: async ({ db, write, caller, body, services, request }) => {
    const verified = await readPasswordHash(db, caller.id)
    const token = tokenOf(request)
    if (!token) throw unauthenticated()
    const network = networkOf(request)
    const attempt = { userId: caller.id, email: caller.email, network, device: hashOf(token), isLogin: true }
    const outcome = await throttled(db, attempt, async () =>
      (await verifyPassword(body.current_password, verified, network)) ? 'right' : 'wrong',
    )
    if (outcome === 'wrong') throw wrongCurrent()
    if (body.password === body.current_password)
      throw invalid({ password: ['The new password must differ from the current one.'] })
    await refuseGuessable(body.password, caller, services)
    const next = await hashPassword(body.password, network)
    await write((tx) => changePassword(tx, caller, { verified, next }, token))
    return { message: 'Password changed successfully' }
  },

  listLogins: async ({ db, caller, request, page }) => listOwnLogins(db, caller, tokenOf(request) ?? '', page),

  endLogin: async ({ write, caller, params }) => {
    const isClosed = await write((tx) => closeOwnLogin(tx, caller.id, params.id))
    found('Login', isClosed || undefined)
    return { message: 'Signed out' }
  },

  endOtherLogins: async ({ write, caller, request }) => {
    await write((tx) => endLoginsOf(tx, caller.id, tokenOf(request)))
    return { message: 'Signed out everywhere else' }
  },
})

export const authRoutes: Routes = (app, services) => {
  ownRoutes(app, services)
  secondFactorRoutes(app, services)
  providerRoutes(app, services)
}
