import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest, FastifyServerFactory } from 'fastify'
import { networkOfAddress } from '../core/networks.ts'
import { serverLimits, type TimeLimits } from './time-limits.ts'
import { type AnsweringConnection, Unread, type UnreadLimits } from './unread.ts'

interface ConnectionLimits {
  /** All connections: more than any college's browsers have, and fewer than the files that a process may open. */
  most: number
  /** Connections of one network. A proxy's are not counted: many people share them. */
  ofNetwork: number
  /** Requests on one connection, the one at work and those sent ahead. */
  ahead: number
}

const CONNECTION_LIMITS: ConnectionLimits = { most: 5_000, ofNetwork: 1_000, ahead: 8 }
/** Room for connections that are closed, though Node has not said so yet. */
const CLOSING = 500

interface Connection extends AnsweringConnection {
  /** The network that it comes from; nothing for a proxy. */
  network: string | undefined
  /** The answer at work. */
  answer: ServerResponse | undefined
  /** Requests that were sent ahead. */
  ahead: (() => void)[]
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The connections of a server, the one that has been idle longest first. Each has one answer at work. Node itself would
 * begin all requests of a packet together, and hold all their answers for a caller who reads none.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #isProxy: (address: string) => boolean
  readonly #open = new Map<Socket, Connection>()
  readonly #perNetwork = new Map<string, number>()
  readonly #unread: Unread
  #isStopping = false

  /** @param limits the limits that differ from the usual ones */
  constructor(
    isProxy: (address: string) => boolean,
    limits: Partial<ConnectionLimits> & { unread?: Partial<UnreadLimits> } = {},
  ) {
    this.#isProxy = isProxy
    this.#limits = { ...CONNECTION_LIMITS, ...limits }
    this.#unread = new Unread(limits.unread)
  }

  get size(): number {
    return this.#open.size
  }

  /** Connections with an answer at work. */
  *atWork(): Generator<Connection & { answer: ServerResponse }> {
    for (const connection of this.#open.values())
      if (connection.answer) yield connection as Connection & { answer: ServerResponse }
  }

  /** Takes a new connection. At a limit it closes the one that has been idle longest, or else the new one. */
  take(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const network = this.#isProxy(address) ? undefined : networkOfAddress(address)
    const ofNetwork = network === undefined ? 0 : (this.#perNetwork.get(network) ?? 0)
    const isNetworkFull = network !== undefined && ofNetwork >= this.#limits.ofNetwork
    if (isNetworkFull || this.#open.size >= this.#limits.most) {
      const idle = this.#idleLongest(isNetworkFull ? network : undefined)
      if (!idle) return void socket.destroy()
      this.#forget(idle)
      idle.socket.destroy()
    }
    const connection: Connection = { socket, network, answer: undefined, request: undefined, ahead: [] }
    this.#open.set(socket, connection)
    if (network !== undefined) this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1)
    socket.once('close', () => this.#forget(connection))
  }

  #idleLongest(network: string | undefined): Connection | undefined {
    for (const connection of this.#open.values())
      if (!connection.answer && (network === undefined || connection.network === network)) return connection
    return undefined
  }

  #forget(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return
    connection.ahead.length = 0
    this.#unread.forget(connection)
    const { network } = connection
    if (network === undefined) return
    const left = (this.#perNetwork.get(network) ?? 1) - 1
    if (left === 0) this.#perNetwork.delete(network)
    else this.#perNetwork.set(network, left)
  }

  /** Handles a request once all answers before it on its connection are flushed. */
  answer(request: IncomingMessage, response: ServerResponse, handle: Handle): void {
    const { socket } = request
    const connection = this.#open.get(socket)
    const begin = (on: Connection) => this.#begin(on, request, response, handle)
    if (!connection || socket.destroyed) socket.destroy()
    else if (!connection.answer) begin(connection)
    else if (connection.ahead.length + 1 < this.#limits.ahead) connection.ahead.push(() => begin(connection))
    else socket.destroy()
  }

  #begin(connection: Connection, request: IncomingMessage, response: ServerResponse, handle: Handle): void {
    connection.answer = response
    // `prefinish` comes when the answer is whole. The part that the system did not take at once waits in memory.
    response.once('prefinish', () => this.#unread.look(connection))
    let isDone = false
    const done = () => {
      if (isDone) return
      isDone = true
      this.#end(connection, request)
    }
    response.once('finish', done).once('close', done)
    handle(request, response)
  }

  #end(connection: Connection, request: IncomingMessage): void {
    const { socket } = connection
    connection.answer = undefined
    connection.request = undefined
    this.#unread.forget(connection)
    if (!this.#open.delete(socket)) return
    // Puts the connection behind all others, as it has just been used.
    this.#open.set(socket, connection)
    const next = connection.ahead.shift()
    if (next) next()
    else if (this.#isStopping) this.#close(connection, request)
  }

  /** Closes the socket when the body has ended: closing before would make the network drop the answer unread. */
  #close({ socket }: Connection, request: IncomingMessage): void {
    if (request.complete) socket.destroySoon()
    else request.once('end', () => socket.destroySoon())
  }

  /** Notes the request whose answer is at work. */
  tell(request: FastifyRequest): void {
    const connection = this.#open.get(request.raw.socket)
    if (connection) connection.request = request
  }

  /** Closes the idle connections now, and each other one as soon as its answer is out. */
  stop(): void {
    this.#isStopping = true
    for (const { socket, answer } of [...this.#open.values()]) if (!answer) socket.destroy()
  }

  /** Cuts answers that nobody reads. */
  look(): void {
    this.#unread.lookAt(this.atWork())
  }
}

/** Makes the server whose requests go through the connections' limits. */
export const serverWith =
  (connections: Connections, limits: TimeLimits): FastifyServerFactory =>
  (handle, { keepAliveTimeout }) => {
    const { http, requestTimeout, connectionTimeout } = serverLimits(limits)
    const server: Server = createServer(http, (request, response) => connections.answer(request, response, handle))
    server.maxConnections = CONNECTION_LIMITS.most + CLOSING
    server.keepAliveTimeout = Number(keepAliveTimeout)
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server.on('connection', (socket) => connections.take(socket))
  }

/** A server that never listens, for an app whose requests come from a server that it shares with others. */
export const serverOfNone: FastifyServerFactory = (handle) => createServer(handle)

/** Tells the connections the app's requests. */
export function noteRequests(app: FastifyInstance, connections: Connections): void {
  app.addHook('onRequest', (request, _reply, done) => {
    connections.tell(request)
    done()
  })
}

/** Tells the connections the app's requests, looks at them now and then, and ends them with the app. */
export function watchConnections(app: FastifyInstance, connections: Connections, everyMs: number): void {
  noteRequests(app, connections)
  const looking = setInterval(() => connections.look(), everyMs)
  looking.unref()
  app.addHook('preClose', async () => connections.stop())
  app.addHook('onClose', async () => clearInterval(looking))
}
