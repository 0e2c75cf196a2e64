import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import { can } from '../../shared/permissions.ts'
import { conflict, forbidden, passwordFirst, secondFactorFirst, unauthenticated } from '../core/errors.ts'
import { type LoginHolder, mustSetUpFactor } from '../core/holder.ts'
import { authenticateHeld, tokenOf } from '../core/login.ts'
import { isLostRace } from '../db/database-errors.ts'
import type { Db, Tx } from '../db/types.ts'
import { countWrite } from './amounts.ts'

/** The times that a write is repeated after the database ended it in favour of another one. */
const RETRIES = 2
/** The wait in which one of two rivals shall get through before the other comes back. */
const RETRY_WITHIN_MS = 50

/** Runs a write in one transaction. The work may be done more than once: nothing outside `tx` may depend on it. */
export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

declare module 'fastify' {
  interface FastifyInstance {
    /** SECOND_FACTOR_ROLES */
    secondFactorRoles: readonly string[]
  }
}

/** @throws 401, 403 when the person may not do this, or may not any more */
export function refuseUnpermitted(holder: LoginHolder, declared: Endpoint, { server }: FastifyRequest): void {
  const { action, beforePasswordChoice, beforeSecondFactor } = declared
  if (action === 'public') return
  if (holder.mustChangePassword && !beforePasswordChoice) throw passwordFirst()
  if (!beforePasswordChoice && !beforeSecondFactor && mustSetUpFactor(holder, server.secondFactorRoles))
    throw secondFactorFirst()
  if (!can(holder.roles, declared.action)) throw forbidden()
}

/** All of a person that decides what they may do and see. */
const rightsOf = ({ id, roles, staff, student }: LoginHolder) => ({ id, roles, staff, student })

/**
 * Asks in a write's own transaction whether the caller may still do it, and keeps it so until the transaction ends: the
 * body may have come long after the headers that were let in.
 * @throws 401, 403 as if the call came now; 409 when it would be done with other rights than it was begun with
 */
export async function askAgain(tx: Tx, request: FastifyRequest, declared: Endpoint): Promise<void> {
  if (!request.caller) return
  const token = tokenOf(request)
  if (!token) throw unauthenticated()
  const now = await authenticateHeld(tx, token, declared.endsLogin ?? false)
  refuseUnpermitted(now, declared, request)
  if (!isDeepStrictEqual(rightsOf(now), rightsOf(request.caller)))
    throw conflict('Your own record was changed meanwhile. Please try again.')
}

/** Does a whole transaction again when it lost against another one. */
export async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retry = 1; ; retry += 1)
    try {
      return await attempt()
    } catch (error) {
      if (retry > RETRIES || !isLostRace(error)) throw error
      await sleep(retry * RETRY_WITHIN_MS * Math.random())
    }
}

/** The `write` of one call. */
export const writing =
  (db: Db, request: FastifyRequest, declared: Endpoint): Write =>
  (work) =>
    retrying(() =>
      db.transaction().execute(async (tx) => {
        await askAgain(tx, request, declared)
        await countWrite(tx, request.caller, declared)
        return work(tx)
      }),
    )
