import type { FastifyInstance, FastifyRequest } from 'fastify'
import { can } from '../../shared/permissions.ts'
import { HttpError } from '../core/errors.ts'
import { authenticate, tokenOf } from '../core/login.ts'
import type { Db } from '../db/types.ts'
import type { Connections } from './connections.ts'

/** Tells whether the caller could still begin this call. Says yes while the database does not answer. */
async function mayStill(vital: Db, request: FastifyRequest): Promise<boolean> {
  const { action } = request.routeOptions.config
  if (!request.caller || action === undefined || action === 'public') return true
  try {
    const { roles } = await authenticate(vital, tokenOf(request))
    return can(roles, action)
  } catch (error) {
    return !(error instanceof HttpError && error.status === 401)
  }
}

/**
 * Cuts downloads of people who were let out meanwhile, by whatever process: an answer that is on its way when the next
 * look comes is asked for again. A write is not cut before its answer begins: it asks for itself.
 */
export function cutWhoIsLetOut(app: FastifyInstance, connections: Connections, vital: Db, everyMs: number): void {
  const seen = new WeakSet<FastifyRequest>()
  const look = async () => {
    const asked = []
    for (const { socket, request, answer } of connections.atWork()) {
      // The connections may lead to other colleges too.
      if (request?.server.turns !== app.turns || !request.caller || (request.method !== 'GET' && !answer.headersSent))
        continue
      if (seen.has(request)) asked.push({ socket, request, answer })
      seen.add(request)
    }
    // Asked in one turn of the event loop, all these are one statement.
    await Promise.all(
      asked.map(async ({ socket, request, answer }) => {
        if (!(await mayStill(vital, request)) && !answer.writableFinished) socket.destroy()
      }),
    )
  }
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await looking
  })
}
