import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { smallPdf } from '../../server/testing/small-pdf.ts'
import type { Call } from './calls.ts'

/** As many connections as a browser opens, or rather as the screens of the day use. */
const MOST_CONNECTIONS = 3
const MB = 1024 * 1024
const BOUNDARY = 'elog-day-9f1c'

export interface Answer {
  status: number
  /** The seconds to wait, as the server says. */
  retryAfter: number | undefined
  /** Empty where it is compressed. */
  text: string
}

/** The parts of every call of a person. */
export interface CallHead {
  port: number
  csrf: string
  token?: string
}

/** A call as it goes over the wire, with the key that all its tries have. */
export function wired(call: Call, { csrf, token }: CallHead): (string | Buffer)[] {
  const lines = [
    `${call.method} ${call.path} HTTP/1.1`,
    'host: localhost',
    `accept: ${call.path.startsWith('/api') ? 'application/json' : 'text/html'}`,
    'accept-encoding: gzip, deflate, br, zstd',
    'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
    `x-csrf-token: ${csrf}`,
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(call.isKeyed ? [`idempotency-key: ${randomUUID()}`] : []),
  ]
  const body = bodyOf(call)
  if (body.length > 0) {
    const type = call.form ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json'
    const length = body.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
    lines.push(`content-type: ${type}`, `content-length: ${length}`)
  }
  return [`${lines.join('\r\n')}\r\n\r\n`, ...body]
}

function bodyOf({ body, form }: Call): (string | Buffer)[] {
  if (body) return [JSON.stringify(body)]
  if (!form) return []
  const part = (about: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${about}`
  const fields = Object.entries(form).map(([name, value]) => `${part(`name="${name}"`)}\r\n\r\n${value}\r\n`)
  const file = `${part('name="files[0]"; filename="history.pdf"')}\r\ncontent-type: application/pdf\r\n\r\n`
  return [`${fields.join('')}${file}`, smallPdf(randomUUID(), MB), `\r\n--${BOUNDARY}--\r\n`]
}

/** Returns the end of the answer that begins a text; -1 while it has not come whole. */
function endOf(bytes: Buffer, head: string): number {
  const begins = head.length + 4
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length !== undefined) return bytes.length >= begins + Number(length) ? begins + Number(length) : -1
  if (!/^transfer-encoding: chunked/im.test(head)) return begins
  for (let at = begins; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return -1
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    at = line + 2 + size + 2
    if (at > bytes.length) return -1
    if (size === 0) return at
  }
}

interface Open {
  socket: Socket
  isBusy: boolean
  /** Settles the call that is under way. */
  hear?: (answer: Answer | Error) => void
}

/** The connections of one person. An answer of status 0 is none: the connection was refused or closed. */
export class Connections {
  readonly #port: number
  #open: Open[] = []

  constructor(port: number) {
    this.#port = port
  }

  async ask(parts: (string | Buffer)[]): Promise<Answer> {
    try {
      const one = await this.#free()
      return await new Promise<Answer>((resolve, reject) => {
        one.hear = (heard) => (heard instanceof Error ? reject(heard) : resolve(heard))
        one.socket.cork()
        for (const part of parts) one.socket.write(part)
        one.socket.uncork()
      })
    } catch (error) {
      return { status: 0, retryAfter: undefined, text: String(error) }
    }
  }

  close(): void {
    for (const { socket } of this.#open) socket.destroy()
  }

  async #free(): Promise<Open> {
    const free = this.#open.find(({ isBusy }) => !isBusy)
    if (free) {
      free.isBusy = true
      return free
    }
    if (this.#open.length >= MOST_CONNECTIONS) throw new Error('More calls at once than a person makes')
    const one: Open = { socket: connect({ port: this.#port, host: '127.0.0.1', noDelay: true }), isBusy: true }
    this.#open.push(one)
    this.#listen(one)
    await once(one.socket, 'connect')
    return one
  }

  #listen(one: Open): void {
    let bytes: Buffer = Buffer.alloc(0)
    const end = (error: Error) => {
      this.#open = this.#open.filter((other) => other !== one)
      one.hear?.(error)
    }
    one.socket.on('error', end)
    one.socket.on('close', () => end(new Error('The server closed the connection')))
    one.socket.on('data', (chunk: Buffer) => {
      bytes = bytes.length > 0 ? Buffer.concat([bytes, chunk]) : chunk
      const ends = bytes.indexOf('\r\n\r\n')
      if (ends < 0) return
      const head = bytes.toString('latin1', 0, ends)
      const whole = endOf(bytes, head)
      if (whole < 0) return
      const isPlain = !/^content-encoding:/im.test(head)
      const retryAfter = /^retry-after: (\d+)/im.exec(head)?.[1]
      const answer = {
        status: Number(head.slice(9, 12)),
        retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
        text: isPlain ? bytes.toString('utf8', ends + 4, whole) : '',
      }
      bytes = Buffer.alloc(0)
      if (/^connection: close/im.test(head)) one.socket.end()
      else one.isBusy = false
      one.hear?.(answer)
    })
  }
}
