import type { Endpoint, Line, ParamsInput, Reply } from '../../shared/endpoint.ts'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { addressOf, headersOf, type KeyPart, parseText, toRefusal, withLogin } from './call.ts'
import { newKey } from './new-key.ts'
import { type Patience, patiently } from './patience.ts'

export type UploadInput<E extends Endpoint> = KeyPart<E> & {
  params: ParamsInput<E>
  form: FormData
  /** Called with the sent share, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
  /** Called when a wait for a busy server begins and when it ends. */
  onWait?: Patience['onWait']
}

const succeeded = (status: number) => status >= 200 && status <= 299

interface Sending {
  params: Record<string, string | number>
  form: FormData
  key?: string
  onProgress: (share: number) => void
  signal: AbortSignal
}

function sendForm(
  endpoint: Endpoint,
  { params, form, key, onProgress, signal }: Sending,
  onText?: (sofar: string) => void,
): Promise<{ status: number; body: unknown; retryAfter: string | null }> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open(endpoint.method, addressOf(endpoint, { params }))
    for (const [name, value] of Object.entries(headersOf(endpoint, key))) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    }
    request.onprogress = () => {
      if (succeeded(request.status)) onText?.(request.responseText)
    }
    request.onload = () => {
      if (succeeded(request.status)) onText?.(`${request.responseText}\n`)
      resolve({
        status: request.status,
        body: parseText(request.responseText),
        retryAfter: request.getResponseHeader('retry-after'),
      })
    }
    request.onerror = () => reject(new ApiError(0, UNREACHABLE))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    request.send(form)
  })
}

/**
 * Sends files with progress, which `fetch` does not tell, and without a timeout, since files may be large. All tries
 * have one key, so that a file that arrived after all is not stored twice.
 */
export function upload<E extends Endpoint>(endpoint: E, input: UploadInput<E>): Promise<Reply<E>> {
  const sending = { key: newKey(), ...input }
  return patiently(async () => {
    const { status, body, retryAfter } = await withLogin(endpoint, () => sendForm(endpoint, sending))
    if (!succeeded(status)) throw toRefusal(endpoint, status, body, retryAfter)
    if (body === undefined) throw new ApiError(0, UNREACHABLE)
    return body as Reply<E>
  }, input)
}

export interface StreamingInput<E extends Endpoint> extends Pick<UploadInput<E>, 'params' | 'form' | 'signal'> {
  /** Called with the sent share, 0 to 1. */
  onSent: (share: number) => void
  /** Called with each line of the answer, parsed, as soon as it is whole. */
  onLine: (line: Line<E>) => void
}

/** Passes on the lines of a growing text, each once. */
function linesOf<T>(onLine: (line: T) => void): (sofar: string) => void {
  let taken = 0
  return (sofar) => {
    for (let end = sofar.indexOf('\n', taken); end !== -1; end = sofar.indexOf('\n', taken)) {
      const line = parseText(sofar.slice(taken, end))
      taken = end + 1
      if (line !== undefined) onLine(line as T)
    }
  }
}

/** Sends files to an endpoint that answers line by line (NDJSON). A refusal before the first line is thrown. */
export async function uploadStreaming<E extends Endpoint>(endpoint: E, input: StreamingInput<E>): Promise<void> {
  const { onSent: onProgress, onLine, ...rest } = input
  const { status, body } = await withLogin(endpoint, () => sendForm(endpoint, { ...rest, onProgress }, linesOf(onLine)))
  if (!succeeded(status)) throw toRefusal(endpoint, status, body)
}
