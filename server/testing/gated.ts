import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { Connections, serverWith, watchConnections } from '../http/connections.ts'
import { TIME_LIMITS } from '../http/time-limits.ts'
import { listening } from './sockets.ts'

/** A small server behind the limits of connections, and clients of other addresses of this machine. */
export interface GatedApp {
  app: FastifyInstance
  connections: Connections
  port: number
  /** Connections as the server has them. */
  there: Socket[]
  /** Opens a connection from this address, and waits until the server has it. */
  open(from?: string): Promise<Socket>
  close(): Promise<void>
}

interface GatedOptions {
  /** Limits that are other than the usual ones. */
  limits?: ConstructorParameters<typeof Connections>[1]
  addRoutes?: (app: FastifyInstance) => void
  /** No address is a proxy's, unless this says so. */
  isProxy?: (address: string) => boolean
}

/** The test itself looks at the connections (`connections.look()`). */
export async function gated({ limits, addRoutes, isProxy = () => false }: GatedOptions): Promise<GatedApp> {
  const connections = new Connections(isProxy, limits)
  const app = fastify({ serverFactory: serverWith(connections, TIME_LIMITS), trustProxy: 'loopback' })
  app.decorateRequest('caller', null)
  watchConnections(app, connections, 600_000)
  app.get('/', () => 'here')
  addRoutes?.(app)
  const there: Socket[] = []
  const sockets: Socket[] = []
  app.server.on('connection', (socket) => there.push(socket))
  const port = await listening(app)
  return {
    app,
    connections,
    port,
    there,
    open: async (from = '127.0.0.1') => {
      const taken = once(app.server, 'connection')
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      sockets.push(socket)
      socket.on('error', () => undefined)
      await taken
      return socket
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await app.close()
    },
  }
}
