import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { HttpError, notFound } from '../core/errors.ts'
import type { ByteRange, FileStore } from './files.ts'

/** A kept file as it is given out. */
export interface SentFile {
  name: string
  storage_key: string
  size: number
  sha256: Buffer
  type: string
}

/** The refusal for a file that an administrator has set aside to make room. */
export const setAsideBefore = (name: string) =>
  new HttpError(
    410,
    `${name} was set aside by an administrator to make room. Its name and SHA-256 stay in the audit trail.`,
  )

interface SendOptions {
  /** `inline` lets a browser show the file; all else is to be kept. */
  disposition: 'inline' | 'attachment'
  /** For a file that everybody may see, and whose address has its SHA-256: browsers keep it. */
  isForGood?: boolean
  /** Called before the last bytes of the file are sent: not for a part that ends earlier, nor when the receiver left. */
  ends?: () => Promise<void>
}

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/

/**
 * The bytes that a Range header asks for; nothing for one that may be left unheeded: of another unit, of several ranges,
 * or of none.
 */
function rangeIn(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const asked = ONE_RANGE.exec(header.trim())
  if (!asked) return undefined
  const [, from, to, last] = asked
  const start = last === undefined ? Number(from) : Math.max(0, size - Number(last))
  const end = last === undefined && to ? Math.min(Number(to), size - 1) : size - 1
  if (last === undefined && to && Number(to) < start) return undefined
  return start >= size || last === '0' ? 'unsatisfiable' : { start, end }
}

function dispositionOf(disposition: string, name: string): string {
  // encodeURIComponent leaves these, though RFC 8187 does not allow them in a header.
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Passes the same bytes on; the last of them wait for `ends`. */
function endingWith(bytes: Readable, ends: () => Promise<void>): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    let held: Buffer | undefined
    for await (const piece of bytes) {
      if (held) yield held
      held = piece
    }
    await ends()
    if (held) yield held
  }
  // When a receiver leaves before the first piece, the generator never begins, and so closes nothing. A file that is
  // left open ends the process, once Node finds that nobody holds it.
  return Readable.from(pieces(), { objectMode: false }).once('close', () => bytes.destroy())
}

/**
 * Sends a kept file, or the range of it that is asked for. Its ETag is its SHA-256: a download that goes on by If-Range
 * gets the whole file when it is another one by now.
 */
export async function sendFile(
  reply: FastifyReply,
  store: Pick<FileStore, 'read'>,
  file: SentFile,
  { disposition, isForGood = false, ends }: SendOptions,
): Promise<FastifyReply> {
  const { method, headers } = reply.request
  const { size } = file
  const etag = `"${file.sha256.toString('hex')}"`
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isSame && typeof headers.range === 'string' ? rangeIn(headers.range, size) : undefined
  if (range === 'unsatisfiable')
    throw new HttpError(416, 'The file has no such part.', { headers: { 'content-range': `bytes */${size}` } })
  const bytes = await store.read(file.storage_key, range)
  if (!bytes) throw notFound('File')
  const isHead = method === 'HEAD'
  if (isHead) bytes.destroy()
  const reachesEnd = (range?.end ?? size - 1) === size - 1
  const body = ends && reachesEnd ? endingWith(bytes, ends) : bytes
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply
    .header('content-type', file.type)
    .header('content-length', range ? range.end - range.start + 1 : size)
    .header('content-disposition', dispositionOf(disposition, file.name))
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', isForGood ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .send(isHead ? Readable.from([]) : body)
}
