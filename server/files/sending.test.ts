import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { listening } from '../testing/sockets.ts'
import { sendFile } from './sending.ts'

test.each([
  true,
  false,
])('a file whose receiver has left before it is sent is closed; counted: %j', async (isCounted) => {
  const bytes = Readable.from([Buffer.from('0123456789')])
  const file = { name: 'x.txt', storage_key: 'key', size: 10, sha256: Buffer.from('00', 'hex'), type: 'text/plain' }
  let ended = false
  const app = fastify()
  app.get('/', async (request, reply) => {
    socket.destroy()
    await once(request.raw.socket, 'close')
    return sendFile(reply, { read: async () => bytes }, file, {
      disposition: 'attachment',
      ...(isCounted && {
        ends: async () => {
          ended = true
        },
      }),
    })
  })
  const socket = connect(await listening(app), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => bytes.destroyed).toBe(true)
  expect(ended).toBe(false)
  await app.close()
})
