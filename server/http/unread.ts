import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { networkOf, networkOfAddress } from '../core/networks.ts'

const MB = 1024 * 1024

/** A connection with the request that is answered on it, once Fastify has it. */
export interface AnsweringConnection {
  socket: Socket
  request: FastifyRequest | undefined
}

export interface UnreadLimits {
  /** Bytes that wait for a person or network, and for all together. */
  bytes: number
  allBytes: number
  /** The time without a byte leaving after which a connection is cut. */
  stillMs: number
}

const UNREAD_LIMITS: UnreadLimits = { bytes: 64 * MB, allBytes: 256 * MB, stillMs: 30_000 }
/** Less is not worth adding up all others for. */
const LITTLE = 64 * 1024

interface Waiting {
  /** Changes when a byte leaves. */
  mark: string
  /** When one did, or when they began to wait. */
  movedAt: number
  holders: string[]
}

/** The network and the person whose memory an answer takes. */
function holdersOf({ request, socket }: AnsweringConnection): string[] {
  if (!request) return [`network ${networkOfAddress(socket.remoteAddress ?? '')}`]
  const { caller } = request
  // Two colleges of a process may have people of one id.
  return [`network ${networkOf(request)}`, ...(caller ? [`person ${request.server.college} ${caller.id}`] : [])]
}

/** Returns the bytes that the system has not taken. Within one write Node tells only its own handle how far it is. */
const inSystem = (socket: Socket): number =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0

const markOf = (socket: Socket) => `${socket.writableLength} ${inSystem(socket)}`

/**
 * Answers that their callers do not read. They wait in memory, so their bytes are bounded, and a connection that stands
 * still is cut.
 */
export class Unread {
  readonly #limits: UnreadLimits
  readonly #waiting = new Map<AnsweringConnection, Waiting>()

  constructor(limits: Partial<UnreadLimits> = {}) {
    this.#limits = { ...UNREAD_LIMITS, ...limits }
  }

  forget(connection: AnsweringConnection): void {
    this.#waiting.delete(connection)
  }

  /** Notes what waits of an answer that is whole, and makes room at once. A little is noted at the next look at all. */
  look(connection: AnsweringConnection): void {
    if (connection.socket.writableLength < LITTLE || !this.#note(connection)) return
    this.#makeRoom()
  }

  /** Notes what waits everywhere, cuts connections that have stood still for too long, and makes room. */
  lookAt(connections: Iterable<AnsweringConnection>): void {
    const now = performance.now()
    for (const connection of connections) {
      const waiting = this.#note(connection)
      if (waiting && now - waiting.movedAt >= this.#limits.stillMs) this.#cut(connection)
    }
    this.#makeRoom()
  }

  #note(connection: AnsweringConnection): Waiting | undefined {
    const { socket } = connection
    const known = this.#waiting.get(connection)
    if (socket.destroyed || socket.writableLength === 0) {
      this.#waiting.delete(connection)
      return undefined
    }
    const mark = markOf(socket)
    if (known?.mark === mark) return known
    const waiting = { mark, movedAt: performance.now(), holders: known?.holders ?? holdersOf(connection) }
    this.#waiting.set(connection, waiting)
    return waiting
  }

  #cut(connection: AnsweringConnection): void {
    this.#waiting.delete(connection)
    connection.socket.destroy()
  }

  /** Cuts the connections that have stood still longest, of people and networks with too much waiting. */
  #makeRoom(): void {
    const { bytes: most, allBytes } = this.#limits
    const bytes = new Map<string, number>()
    let all = 0
    for (const [{ socket }, { holders }] of this.#waiting) {
      for (const holder of holders) bytes.set(holder, (bytes.get(holder) ?? 0) + socket.writableLength)
      all += socket.writableLength
    }
    const isTooMuch = (holders: string[]) => all > allBytes || holders.some((holder) => (bytes.get(holder) ?? 0) > most)
    if (all <= most) return
    for (const connection of [...this.#waiting.keys()]) this.#note(connection)
    const stillest = [...this.#waiting].sort(([, one], [, other]) => one.movedAt - other.movedAt)
    for (const [connection, { holders }] of stillest) {
      if (!isTooMuch(holders)) continue
      const { writableLength } = connection.socket
      for (const holder of holders) bytes.set(holder, (bytes.get(holder) ?? 0) - writableLength)
      all -= writableLength
      this.#cut(connection)
    }
  }
}
