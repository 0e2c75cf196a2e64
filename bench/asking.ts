import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'

export interface Slice {
  /** Answers a second. */
  rate: number
  /** Milliseconds. */
  p99: number
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Keeps `callers` at work for a while; each does its next piece as soon as the last is done. */
export async function keepBusy(callers: number, milliseconds: number, work: (caller: number) => Promise<void>) {
  const took: number[] = []
  const start = performance.now()
  const end = start + milliseconds
  const caller = async (number: number) => {
    for (let at = start; at < end; ) {
      await work(number)
      const now = performance.now()
      took.push(now - at)
      at = now
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
  const elapsed = performance.now() - start
  took.sort((a, b) => a - b)
  return { rate: (took.length / elapsed) * 1000, p99: took[Math.floor(took.length * 0.99)] ?? 0 } satisfies Slice
}

export interface Connection {
  /** Sends a whole request; resolves with the answer's bytes once it is complete. */
  ask(request: string): Promise<number>
  close(): void
}

/**
 * Opens a kept-alive HTTP connection with the least of a client, so that asking does not weigh more than answering. It
 * understands answers with a content-length, and takes 200 and 201 only.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connectSocket({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let waiting: { resolve(bytes: number): void; reject(error: Error): void } | undefined
  let head = ''
  let missing = -1
  let size = 0
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))
  socket.on('data', (chunk) => {
    let body = chunk.length
    if (missing < 0) {
      head += chunk.toString('latin1')
      const ends = head.indexOf('\r\n\r\n')
      if (ends < 0) return
      const length = /^content-length: (\d+)/im.exec(head.slice(0, ends))?.[1]
      if (!/^HTTP\/1\.1 20[01] /.test(head) || length === undefined) return fail(new Error(head))
      size = Number(length)
      missing = size
      body = head.length - ends - 4
      head = ''
    }
    missing -= body
    if (missing > 0) return
    missing = -1
    waiting?.resolve(size)
  })
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** A request as it goes over the wire. */
export function requestText(method: string, path: string, token: string, body?: object): string {
  const text = body ? JSON.stringify(body) : ''
  const about = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${about}\r\n${text}`
}
