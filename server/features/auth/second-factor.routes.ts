import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { WRONG_CODE } from '../../../shared/contract/auth.ts'
import type { ProofInput } from '../../../shared/contract/second-factor.ts'
import { secondFactor } from '../../../shared/contract/second-factor.ts'
import type { Caller } from '../../core/caller.ts'
import { forbidden, invalid, unauthenticated } from '../../core/errors.ts'
import { needsFactor } from '../../core/holder.ts'
import { hashOf, tokenOf } from '../../core/login.ts'
import { networkOf } from '../../core/networks.ts'
import { verifyPassword } from '../../core/passwords.ts'
import type { Db } from '../../db/types.ts'
import { routes } from '../../http/routes.ts'
import type { Services } from '../../http/services.ts'
import { wrongCurrent } from '../accounts/passwords.writes.ts'
import { lockAccount, readPasswordHash } from '../accounts/reads.ts'
import { checkAppCode, checkCode, countRecoveryCodes, findFactor, type Proof } from '../accounts/second-factor.reads.ts'
import { newSecret, sealSecret, toldSecret } from '../accounts/second-factor.rules.ts'
import {
  alreadyOn,
  beginFactor,
  confirmFactor,
  notOn,
  renewCodes,
  resetFactor,
  spendProof,
  takeNote,
  turnFactorOff,
} from '../accounts/second-factor.writes.ts'
import { throttled } from '../accounts/throttle.writes.ts'
import { factorResetMail } from './mailing.ts'
import { factorKey, unreadable } from './proving.ts'

const ISSUER = 'Clinical eLog'

interface Proving {
  db: Db
  caller: Caller
  services: Services
  request: FastifyRequest
  body: z.output<typeof ProofInput>
}

const neededByRole = () => forbidden('Your role needs two-step sign-in.')
const wrongCode = () => invalid({ code: [WRONG_CODE] })

/**
 * Asks a signed-in person for password and code, counted like failures to sign in.
 * @throws 422 on the field that is wrong, 429 after too many
 */
async function proveOwn<P extends Proof>(
  { db, caller, request, body }: Proving,
  check: () => Promise<P | 'wrong' | 'unreadable'>,
): Promise<P> {
  const token = tokenOf(request)
  if (!token) throw unauthenticated()
  const network = networkOf(request)
  const hash = await readPasswordHash(db, caller.id)
  const attempt = {
    userId: caller.id,
    typed: caller.signInName,
    network,
    device: hashOf(token),
    isLogin: true,
    isOfCode: true,
  }
  const found: { proof?: P; refusal?: Error } = {}
  await throttled(db, attempt, async () => {
    if (!(await verifyPassword(body.current_password, hash, network))) {
      found.refusal = wrongCurrent()
      return 'wrong'
    }
    const proof = await check()
    if (proof === 'unreadable') throw unreadable()
    if (proof === 'wrong') return 'wrong code'
    found.proof = proof
    return 'right with code'
  })
  if (!found.proof) throw found.refusal ?? wrongCode()
  return found.proof
}

/** Proves the factor that is on. @throws 409 when it is not */
async function proveFactor(call: Proving): Promise<Proof> {
  const { db, caller, services, body } = call
  const factor = await findFactor(db, caller.id)
  if (!factor?.confirmed_at) throw notOn()
  const given = { userId: caller.id, code: body.code, openKey: () => factorKey(services) }
  return proveOwn(call, () => checkCode(db, factor, given))
}

export const secondFactorRoutes = routes(secondFactor, {
  read: async ({ db, caller, services }) => {
    const since = (await findFactor(db, caller.id))?.confirmed_at ?? null
    return {
      data: {
        is_on: since !== null,
        since,
        recovery_codes_left: await countRecoveryCodes(db, caller.id),
        is_required: needsFactor(caller.roles, services.settings.SECOND_FACTOR_ROLES),
      },
    }
  },

  begin: async ({ write, caller, services }) => {
    const secret = newSecret()
    const sealed = sealSecret(secret, caller.id, await factorKey(services))
    await write((tx) => beginFactor(tx, caller.id, sealed))
    return { data: toldSecret(secret, { issuer: ISSUER, label: caller.signInName }) }
  },

  confirm: async (call) => {
    const { db, write, caller, services, body, request } = call
    const factor = await findFactor(db, caller.id)
    if (!factor) throw notOn()
    if (factor.confirmed_at) throw alreadyOn()
    const key = await factorKey(services)
    const { step } = await proveOwn(call, async () => checkAppCode(factor, { userId: caller.id, code: body.code, key }))
    const { secret } = factor
    return {
      data: { recovery_codes: await write((tx) => confirmFactor(tx, caller, { secret, step }, tokenOf(request))) },
    }
  },

  renewCodes: async (call) => {
    const proof = await proveFactor(call)
    const { write, caller } = call
    const recovery_codes = await write(async (tx) => {
      await takeNote(tx, caller.id)
      if (!(await spendProof(tx, caller.id, proof))) throw wrongCode()
      return renewCodes(tx, caller)
    })
    return { data: { recovery_codes } }
  },

  turnOff: async (call) => {
    const { write, caller, services } = call
    if (needsFactor(caller.roles, services.settings.SECOND_FACTOR_ROLES)) throw neededByRole()
    const proof = await proveFactor(call)
    await write(async (tx) => {
      await takeNote(tx, caller.id)
      if (!(await spendProof(tx, caller.id, proof))) throw wrongCode()
      await turnFactorOff(tx, caller)
    })
    return { message: 'Two-step sign-in is off.' }
  },

  noted: async ({ write, caller }) => {
    await write((tx) => takeNote(tx, caller.id))
    return { message: 'Noted' }
  },

  reset: async ({ write, caller, params, services }) => {
    await write(async (tx) => {
      await resetFactor(tx, caller, await lockAccount(tx, params.id))
      await services.jobs.add(tx, factorResetMail, services.mail ? [{ user_id: params.id, by: caller.id }] : [])
    })
    services.jobs.hurry()
    return { message: 'Two-step sign-in was switched off.' }
  },
})
