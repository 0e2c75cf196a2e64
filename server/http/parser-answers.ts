import type { Socket } from 'node:net'
import { PERMISSIONS_POLICY } from './security.ts'

/** Answers to what the HTTP parser refuses before there is a request. */
const ANSWERS: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long.'],
}
const MALFORMED: [string, string] = ['400 Bad Request', 'The request is malformed.']

/** A client that does not read the answer is cut off all the same. */
const READING_MS = 2_000

/** Answers a request that the HTTP parser has rejected with a message, like every refusal, and closes the connection. */
export function answerParser(error: NodeJS.ErrnoException, socket: Socket): void {
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy()
    return
  }
  const [status, message] = ANSWERS[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `permissions-policy: ${PERMISSIONS_POLICY}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  setTimeout(() => socket.destroy(), READING_MS).unref()
}
