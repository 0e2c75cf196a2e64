import { unreached } from './api-error.ts'
import { isCancelled } from './call.ts'

/** Called with the received share, 0 to 1; undefined when the file's size is unknown. */
export type OnReceived = (share: number | undefined) => void

/** The received part of a file: it is kept after a failure, so that another call goes on from there. */
export interface Received {
  pieces: BlobPart[]
  bytes: number
  /** The strong ETag, if the rest of the file can be asked for. */
  version: string | undefined
}

export const nothingReceived = (): Received => ({ pieces: [], bytes: 0, version: undefined })

/** Asks the server for a file, or with these headers for its rest. */
type Ask = (headers: Record<string, string>) => Promise<Response>

interface Options {
  signal?: AbortSignal | undefined
  onReceived?: OnReceived | undefined
  received?: Received | undefined
}

/** The tries in a row without progress before the person is told. */
const TRIES = 5
const FIRST_PAUSE_MS = 1000
/** A phone that changes its cell hears nothing more over its old connection. */
const SILENCE_MS = 20_000

/** The rest of a file did not come. */
class Cut extends Error {}

function versionOf({ headers }: Response): string | undefined {
  const etag = headers.get('etag')
  const hasRest = headers.get('accept-ranges') === 'bytes' && !headers.get('content-encoding')
  return hasRest && etag?.startsWith('"') ? etag : undefined
}

const restOf = ({ bytes, version }: Received): Record<string, string> =>
  version !== undefined && bytes > 0 ? { range: `bytes=${bytes}-`, 'if-range': version } : {}

function inTime<T>(piece: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Cut()), SILENCE_MS)
  })
  return Promise.race([piece, silence]).finally(() => clearTimeout(timer))
}

/** Returns the size of the whole file, or 0 when the server does not tell it. */
function sizeOf({ headers }: Response, received: Received): number {
  // The reader counts unpacked bytes, so a packed answer needs a header with its plain length.
  const length = Number(headers.get(headers.get('content-encoding') ? 'x-plain-length' : 'content-length'))
  return length > 0 ? received.bytes + length : 0
}

async function takeIn(response: Response, received: Received, onReceived: OnReceived | undefined): Promise<Blob> {
  const { headers, status, body } = response
  // The server sent another version, or all of this one again.
  if (status !== 206) Object.assign(received, nothingReceived(), { version: versionOf(response) })
  else if (!headers.get('content-range')?.startsWith(`bytes ${received.bytes}-`)) throw new Error('Another part came.')
  const total = sizeOf(response, received)
  const reader = body?.getReader()
  // A file without a version has no rest to ask for, so the wait has no limit.
  const next = () => (reader && received.version !== undefined ? inTime(reader.read()) : reader?.read())
  try {
    for (let read = await next(); read && !read.done; read = await next()) {
      received.pieces.push(read.value)
      received.bytes += read.value.length
      onReceived?.(total > 0 ? Math.min(1, received.bytes / total) : undefined)
    }
  } catch (error) {
    reader?.cancel().catch(() => undefined)
    if (isCancelled(error)) throw error
    // A whole file needs no rest, even if its end was not heard.
    if (total === 0 || received.bytes < total) throw new Cut()
  }
  if (received.bytes < total) throw new Cut()
  return new Blob(received.pieces, { type: headers.get('content-type') ?? '' })
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => reject(new DOMException('Cancelled', 'AbortError'))
    setTimeout(resolve, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
  })

/**
 * Receives the bytes of an answer and tells the share with each piece. After a cut it asks for the missing rest,
 * several times if needed.
 */
export async function receiveFile(ask: Ask, options: Options = {}): Promise<Blob> {
  const { signal, onReceived, received = nothingReceived() } = options
  for (let failed = 0; ; failed += 1) {
    const before = received.bytes
    try {
      return await takeIn(await ask(restOf(received)), received, onReceived)
    } catch (error) {
      const isCut = error instanceof Cut || (unreached(error) && before > 0)
      if (received.bytes > before) failed = 0
      if (!isCut || received.version === undefined || failed === TRIES) throw error
    }
    await pause(FIRST_PAUSE_MS * 2 ** failed, signal)
  }
}
