import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { fromDatabase, HttpError } from '../core/errors.ts'

/** Fastify's own refusals (bad JSON, a wrong media type, too large a body …) in our words. */
const FRAMEWORK: Record<number, string> = {
  400: 'The request is malformed.',
  404: 'Not found.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This media type is not supported here.',
}

function refusalOf(error: FastifyError | HttpError | Error): HttpError | undefined {
  if (error instanceof HttpError) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500)
    return new HttpError(status, FRAMEWORK[status] ?? 'The request was refused.')
  return fromDatabase(error)
}

/** Answers every failure as `{ message, errors? }`; what nobody foresaw as 500 with a request id. */
export function answerErrors(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error)
  if (refusal) {
    // People who run the server want to know what the caller need not: a bucket that is away, say.
    if (refusal.cause) request.log.warn({ err: refusal.cause, id: request.id }, refusal.message)
    reply
      .code(refusal.status)
      .headers(refusal.headers)
      .type('application/json')
      .serializer(JSON.stringify)
      .send({ message: refusal.message, ...(refusal.errors ? { errors: refusal.errors } : {}) })
    return
  }
  request.log.error(
    { err: error, id: request.id, method: request.method, url: request.routeOptions.url },
    'request failed',
  )
  reply
    .code(500)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ message: 'Something went wrong on the server.', request_id: request.id })
}
