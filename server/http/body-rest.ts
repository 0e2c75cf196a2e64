import type { FastifyInstance } from 'fastify'

/** The largest form, ten files of 10 MB, and its text fields: a browser reads an answer only after it has sent all. */
const MOST_BYTES = 110 * 1024 * 1024
const LOOKED_AT_EVERY_MS = 50

/**
 * Reads the rest of a body whose request is answered already, after a refused upload or a login that has ended. It
 * reads up to the largest form and for some seconds, so that a browser gets to its answer; then the connection is cut.
 */
export function readRestBriefly(app: FastifyInstance, mostMs: number): void {
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    // An injected request has no socket of which bytes could be counted.
    if (raw.complete !== false || typeof socket.bytesRead !== 'number' || socket.destroyed) return
    raw.resume()
    const mostRead = socket.bytesRead + MOST_BYTES
    const until = performance.now() + mostMs
    const watching = setInterval(() => {
      if (!raw.complete && !socket.destroyed && socket.bytesRead <= mostRead && performance.now() < until) return
      clearInterval(watching)
      if (!raw.complete) socket.destroy()
    }, LOOKED_AT_EVERY_MS)
    watching.unref()
  })
}
