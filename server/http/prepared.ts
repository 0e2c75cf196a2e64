import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding } from './accept-encoding.ts'

/** An answer for anybody, the same while the server runs. It is made and compressed once, and sent without a copy. */
export interface PreparedAnswer {
  headers: Readonly<Record<string, string>>
  tag: string
  bodies: Readonly<Record<'br' | 'gzip' | 'plain', Buffer>>
}

const CODINGS = ['br', 'gzip'] as const
/** Less fits into one packet anyway, and a picture is packed already. */
const LEAST_BYTES = 1024
const PACKED = /^(?:image\/(?!svg)|font\/|application\/(?:zip|pdf))/
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

const packedByBrotli = promisify(brotliCompress)
const packedByGzip = promisify(gzip)

/** Compresses a body in every coding, in another thread. */
export async function prepare(plain: Buffer, headers: Record<string, string>): Promise<PreparedAnswer> {
  const tag = createHash('sha256').update(plain).digest('base64url')
  const isPacked = plain.length < LEAST_BYTES || PACKED.test(headers['content-type'] ?? '')
  if (isPacked) return { headers, tag, bodies: { br: plain, gzip: plain, plain } }
  const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, gzipped] = await Promise.all([packedByBrotli(plain, { params }), packedByGzip(plain)])
  return { headers, tag, bodies: { br, gzip: gzipped, plain } }
}

/** Tells whether the client already has one of the codings of this answer. */
const isKnown = (known: string | undefined, tag: string) => known?.trim() === '*' || known?.includes(`"${tag}`) === true

/** Sends it as the client accepts it, or a 304 to a client that has it. Each coding has a tag of its own. */
export function sendPrepared(prepared: PreparedAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { headers, tag, bodies } = prepared
  const { coding } = acceptedCoding(request.headers['accept-encoding'], CODINGS)
  const body = bodies[coding ?? 'plain']
  const isCoded = coding !== undefined && body !== bodies.plain
  reply
    .headers({ 'cache-control': 'no-cache', ...headers })
    .header('vary', 'accept-encoding')
    .header('etag', isCoded ? `"${tag}-${coding}"` : `"${tag}"`)
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (isCoded) reply.header('content-encoding', coding)
  return reply.send(body)
}

/** Makes each of some things once, however many ask at once; one that failed is tried again by the next who asks. */
export function madeOnce<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (key) => {
    const known = made.get(key)
    if (known) return known
    const making = make(key)
    made.set(key, making)
    making.catch(() => made.delete(key))
    return making
  }
}
