import type { FastifyRequest } from 'fastify'
import { auth } from '../../../shared/contract/auth.ts'
import type { Caller } from '../../core/caller.ts'
import { found, invalid, unauthenticated } from '../../core/errors.ts'
import { userOf } from '../../core/holder.ts'
import { closeLogin, closeOwnLogin, hashOf, isAccountActive, tokenOf } from '../../core/login.ts'
import { networkOf } from '../../core/networks.ts'
import { hashPassword, verifyNothing, verifyPassword } from '../../core/passwords.ts'
import { knowPerson } from '../../core/security-log.ts'
import type { Db } from '../../db/types.ts'
import { keepDevice, newDevice, readDevice } from '../../http/device-cookie.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { addEmail, issueEmailLink, takeLinkedEmail } from '../accounts/own-email.writes.ts'
import { refuseGuessable } from '../accounts/passwords.rules.ts'
import { changePassword, issueReset, staleLink, wrongCurrent } from '../accounts/passwords.writes.ts'
import { findAccount, findByEmail, findReset, readPasswordHash } from '../accounts/reads.ts'
import { countForgotten, throttled } from '../accounts/throttle.writes.ts'
import { endLoginsOf } from '../notices/devices.writes.ts'
import { addressMail, resetMail } from './mailing.ts'
import { providerRoutes } from './provider.routes.ts'
import { type ProofResult, proveCode } from './proving.ts'
import { hasJustTypedInitial, listOwnLogins } from './reads.ts'
import { openingOf } from './rules.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'
import { replaceToken, resetPassword, signIn, wrongPassword } from './writes.ts'

/**
 * Asks a signed-in person for the present password, counted like failures to sign in.
 * @returns its hash, for the write to compare
 * @throws 422 on `current_password`, 429 after too many
 */
async function verifyOwn(db: Db, caller: Caller, password: string, request: FastifyRequest): Promise<string> {
  const verified = await readPasswordHash(db, caller.id)
  const token = tokenOf(request)
  if (!token) throw unauthenticated()
  const network = networkOf(request)
  const attempt = { userId: caller.id, typed: caller.signInName, network, device: hashOf(token), isLogin: true }
  const outcome = await throttled(db, attempt, async () =>
    (await verifyPassword(password, verified, network)) ? 'right' : 'wrong',
  )
  if (outcome === 'wrong') throw wrongCurrent()
  return verified
}

const unchanged = () => invalid({ password: ['The new password must differ from the current one.'] })
const missingCurrent = () => invalid({ current_password: ['Current password is required'] })

const ownRoutes = routes(auth, {
  login: async ({ db, write, body, services, request, reply }) => {
    const account = await findAccount(db, body.email)
    const network = networkOf(request)
    const known = readDevice(request, services)
    const attempt = { userId: account?.id, typed: body.email, network, device: known?.hash }
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
      const account = await findByEmail(db, body.email)
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
    const { current_password: current } = body
    const token = tokenOf(request)
    if (!token) throw unauthenticated()
    let verified: string
    if (current === undefined) {
      verified = await readPasswordHash(db, caller.id)
      if (!(await hasJustTypedInitial(db, token))) throw missingCurrent()
      if (await verifyPassword(body.password, verified, networkOf(request))) throw unchanged()
    } else {
      verified = await verifyOwn(db, caller, current, request)
      if (body.password === current) throw unchanged()
    }
    await refuseGuessable(body.password, caller, services)
    const next = await hashPassword(body.password, networkOf(request))
    await write(async (tx) => {
      // It may have been too long ago meanwhile, or another one was given.
      if (current === undefined && !(await hasJustTypedInitial(tx, token))) throw missingCurrent()
      await changePassword(tx, caller, { verified, next }, token)
    })
    return { message: 'Password changed successfully' }
  },

  addEmail: async ({ db, write, caller, body, services, request }) => {
    const verified = await verifyOwn(db, caller, body.current_password, request)
    const { mail, jobs } = services
    if (!mail) {
      await write((tx) => addEmail(tx, caller, verified, body.email))
      return { message: 'Your account has this address now. Nothing was mailed to it.', data: { email: body.email } }
    }
    await write(async (tx) => {
      const until = await issueEmailLink(tx, caller, verified, body.email)
      await jobs.add(tx, addressMail, [{ user_id: caller.id, until }])
    })
    jobs.hurry()
    const message = `A link is on its way to ${body.email}. Your account has the address once you open it, within an hour.`
    return { message, data: { email: null } }
  },

  takeEmail: async ({ write, body, request }) => {
    const person = await write((tx) => takeLinkedEmail(tx, body.token))
    knowPerson(request, person)
    return { message: `Your account has the address ${person.email} now: you can sign in with it too.` }
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
