import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { unfurnished } from '../testing/college.ts'

const at = await unfurnished()
await at.app.listen({ port: 0, host: '127.0.0.1' })

test('who trickles on after the refusal of an upload is cut after ten seconds', async () => {
  const socket = connect((at.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(
    'POST /api/task-submissions HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
      'Content-Length: 2000000000\r\n\r\n--x\r\n',
  )
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)
  const began = performance.now()
  const trickling = setInterval(() => socket.write('x'), 500)
  await closed
  clearInterval(trickling)
  const seconds = (performance.now() - began) / 1000
  expect(seconds).toBeGreaterThan(8)
  expect(seconds).toBeLessThan(15)
}, 40_000)
