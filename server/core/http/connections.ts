import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/** Browsers and proxies ask the next thing on a connection when the last one is answered; some ask a few ahead. */
const MOST_AT_ONCE = 8
/** More than any college's browsers have; fewer than the files that a process may have open. */
const MOST_CONNECTIONS = 5_000

/**
 * A connection carries a few requests at once. Node takes as many as fit into a packet, and each that is not answered
 * yet holds memory and perhaps an open file: one caller who never reads could take all there is.
 */
export const limitConnections = plugin(async (app: FastifyInstance) => {
  const open = new WeakMap<Socket, number>()
  app.server.maxConnections = MOST_CONNECTIONS
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const count = (open.get(socket) ?? 0) + 1
    if (socket.destroyed || count > MOST_AT_ONCE) {
      socket.destroy()
      return reply.hijack()
    }
    open.set(socket, count)
    reply.raw.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
  })
})
