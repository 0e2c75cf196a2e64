import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { onSendHookHandler } from 'fastify'
import type * as z from 'zod/mini'
import { credential, type Endpoint, type Schema } from '../../shared/endpoint.ts'
import { acceptedCoding } from './accept-encoding.ts'

/** Less fits into one packet anyway. */
const LEAST_BYTES = 1024
/** Up to here it takes less than a millisecond, of JSON a fifth; more is done in another thread, so that nobody waits. */
const SYNC_MOST_BYTES = 64 * 1024
/** At 4 Brotli takes up to twice as long, for some hundred bytes less. */
const BROTLI_QUALITY = 2

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
/**
 * Returns Brotli's options. Without the size it readies itself for megabytes, which takes a small answer as long as the
 * rest.
 */
const brotliFor = (bytes: Buffer) => ({
  params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
})

/** At 6, the usual, a large answer takes nearly twice as long and is a sixteenth smaller. */
const GZIP = { level: 5 }

type Done = (error: Error | null, packed?: Buffer) => void

const CODERS = {
  br: {
    now: (bytes: Buffer) => brotliCompressSync(bytes, brotliFor(bytes)),
    elsewhere: (bytes: Buffer, done: Done) => brotliCompress(bytes, brotliFor(bytes), done),
  },
  gzip: {
    now: (bytes: Buffer) => gzipSync(bytes, GZIP),
    elsewhere: (bytes: Buffer, done: Done) => gzip(bytes, GZIP, done),
  },
}
const CODINGS = ['br', 'gzip'] as const

/** All else that is sent whole, a PDF or a workbook, is packed already. */
const PACKABLE = /^(?:application\/json|text\/(?:csv|calendar))(?:;|$)/

/**
 * Compresses an answer that is sent whole, as the client accepts it. A file that is streamed, whole or in part, keeps
 * its length and its ranges.
 */
export const compressAnswer: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!isWhole && payload != null) return done(null, payload)
  // Also of an answer that is not compressed: for another client it would be. No other part of the server varies.
  reply.header('vary', 'accept-encoding')
  if (!isWhole || !PACKABLE.test(String(reply.getHeader('content-type')))) return done(null, payload)
  const { coding, isNeeded } = acceptedCoding(request.headers['accept-encoding'], CODINGS)
  const bytes = coding && (typeof payload === 'string' ? Buffer.from(payload) : payload)
  if (!bytes || (bytes.length < LEAST_BYTES && !isNeeded)) return done(null, payload)
  reply.header('content-encoding', coding)
  // A browser is given the plain bytes one by one, and shows how many of them have come.
  if (reply.hasHeader('content-disposition')) reply.header('x-plain-length', bytes.length)
  if (bytes.length <= SYNC_MOST_BYTES) return done(null, CODERS[coding].now(bytes))
  CODERS[coding].elsewhere(bytes, done)
}

/** True when the schema has a credential. A kind of schema that is not known here counts as having one. */
function holdsCredential(schema: Schema): boolean {
  if (schema === credential) return true
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.values(def.shape).some(holdsCredential)
    case 'array':
      return holdsCredential(def.element)
    case 'nullable':
    case 'optional':
      return holdsCredential(def.innerType)
    case 'union':
      return def.options.some(holdsCredential)
    case 'record':
      return holdsCredential(def.valueType)
    case 'tuple':
      return def.items.some(holdsCredential)
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'unknown':
      return false
    default:
      return true
  }
}

/**
 * True when the answer of a call carries something to sign in or act with. Such an answer is never compressed: its
 * length, which a listener can see through TLS, would tell how much of it repeats what stands beside it.
 */
export const carriesCredential = ({ reply, file }: Endpoint): boolean =>
  [reply, file?.line].some((schema) => schema !== undefined && holdsCredential(schema))
