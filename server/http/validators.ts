import { createHash } from 'node:crypto'
import type { onSendHookHandler } from 'fastify'

/**
 * Gives an answer its validator, and answers 304 without a body where the caller has it already. A weak one: compressed or
 * not, the answer says the same.
 */
export const answerUnlessKnown: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
  const validator = `W/"${createHash('sha256').update(payload).digest('base64url')}"`
  reply.header('etag', validator)
  if (request.headers['if-none-match'] !== validator) return done(null, payload)
  reply.code(304).removeHeader('content-type')
  done(null, null)
}
