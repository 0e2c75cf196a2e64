import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { HttpError } from '../core/errors.ts'

/** The time that a client may take, in milliseconds. */
export interface TimeLimits {
  headers: number
  /** The time for a body that is no upload. */
  body: number
  /** The time for the whole of a request. */
  upload: number
  /**
   * The time for the rest of a body whose request is answered already: a client that only reads once it has sent can
   * finish.
   */
  rest: number
  /** The time between Node's looks for clients that take longer. */
  look: number
  /** The time for a connection on which nothing moves in either direction. */
  still: number
  /** The time for an answer of which nobody takes another byte. */
  unread: number
  /** The time between checks that a receiver may still have the answer. */
  rights: number
}

export const TIME_LIMITS: TimeLimits = {
  headers: 15_000,
  body: 30_000,
  upload: 600_000,
  rest: 10_000,
  look: 2_000,
  still: 150_000,
  unread: 30_000,
  rights: 5_000,
}

/** Node's part: the limits that are the same for every request. */
export const serverLimits = (limits: TimeLimits) => ({
  requestTimeout: limits.upload,
  connectionTimeout: limits.still,
  // Node answers a missing Host by itself, and in no shape; `refuseOddHost` does it instead.
  http: { headersTimeout: limits.headers, connectionsCheckingInterval: limits.look, requireHostHeader: false },
})

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const tooSlow = () => new HttpError(408, 'The request took too long.', { headers: { connection: 'close' } })

/** Somebody's upload, which has Node's limit; a caller whom the gate refused is answered by now. */
const isUpload = ({ routeOptions, caller, headers }: FastifyRequest) =>
  routeOptions.config.isUpload === true && caller !== null && /^multipart\//i.test(headers['content-type'] ?? '')

/** Runs `late` unless the body is over by then. */
function unlessOver({ raw }: FastifyRequest, milliseconds: number, late: () => void): void {
  const timer = setTimeout(late, milliseconds).unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

/** Limits by kind of body: 30 seconds, unless it is an upload of somebody who may upload. */
export const timeLimits = plugin(async (app: FastifyInstance, limits: TimeLimits) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return
    unlessOver(request, limits.body, () => {
      if (reply.sent || isUpload(request)) return
      // The reader of the body answers; the connection is closed behind the answer.
      if (request.raw.listenerCount('error') > 0) request.raw.emit('error', tooSlow())
      else reply.send(tooSlow())
    })
  })
})
