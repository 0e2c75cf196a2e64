import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A socket, and the text that came back over it. */
export interface Conversation {
  socket: Socket
  send(text: string): void
  /** The first answer, once its head and body are there. */
  answer(): Promise<{ status: number; head: string; body: string }>
  /** Everything until the other side closes the connection. */
  untilClosed(): Promise<string>
}

/** The port that an app listens on, chosen by the system. */
export async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Opens a connection for requests written by hand, also such as no client library would send. */
export async function speak(port: number): Promise<Conversation> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let heard = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
  })
  // Being cut off is one of the things that the tests look for.
  socket.on('error', () => undefined)
  await once(socket, 'connect')

  function complete() {
    const ends = heard.indexOf('\r\n\r\n')
    if (ends < 0) return undefined
    const head = heard.slice(0, ends)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    if (heard.length < ends + 4 + length) return undefined
    const bytes = heard.slice(ends + 4, ends + 4 + length)
    return { status: Number(head.split(' ')[1]), head, body: Buffer.from(bytes, 'latin1').toString() }
  }

  return {
    socket,
    send: (text) => socket.write(text),
    answer: async () => {
      for (;;) {
        const found = complete()
        if (found) return found
        if (socket.closed) throw new Error(`The connection was closed without an answer: ${heard}`)
        await Promise.race([once(socket, 'data'), closed])
      }
    },
    untilClosed: async () => {
      await closed
      return heard
    },
  }
}
