import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GatedApp, gated } from '../testing/gated.ts'

describe('a stop', () => {
  let gate: GatedApp
  let answer: () => void
  beforeEach(async () => {
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    gate = await gated({
      addRoutes: (app) => {
        app.get('/slow', () => answered.then(() => 'slow'))
        app.post('/body', () => answered.then(() => 'unread'))
        app.post('/early', { onRequest: (_request, reply) => answered.then(() => reply.send('early')) }, () => '')
      },
    })
  })
  afterEach(() => gate.close())

  test.each([
    ['on which nothing was said', ''],
    ['with half of the headers', 'GET / HTTP/1.1\r\nho'],
    ['whose answers are all out', 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'],
  ])('closes a connection %s at once, and another one behind its answer', async (_, text) => {
    const [idle, busy] = [await gate.open(), await gate.open()]
    if (text) idle.write(text)
    if (text.endsWith('\r\n\r\n')) await once(idle, 'data')
    else await expect.poll(() => gate.there[0]?.bytesRead).toBe(text.length)
    busy.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
    await expect.poll(() => [...gate.connections.atWork()].length).toBe(1)
    let heard = ''
    busy.on('data', (bytes) => {
      heard += bytes
    })
    let isClosed = false
    const closed = gate.app.close().then(() => {
      isClosed = true
    })
    idle.resume()
    await once(idle, 'close')
    expect(isClosed).toBe(false)
    busy.resume()
    answer()
    await closed
    await expect.poll(() => heard).toMatch(/^HTTP\/1.1 200.*slow$/s)
  })

  test('waits for the rest of a body whose answer is out already', async () => {
    const busy = await gate.open()
    const isAtWork = () => [...gate.connections.atWork()].length > 0
    busy.write('POST /early HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"a":')
    await expect.poll(isAtWork).toBe(true)
    const closed = gate.app.close()
    answer()
    const [bytes] = await once(busy, 'data')
    expect(String(bytes)).toMatch(/^HTTP\/1.1 200/)
    await expect.poll(isAtWork).toBe(false)
    expect(gate.there[0]?.destroyed).toBe(false)
    busy.resume().write('"bcd"}')
    await Promise.all([once(busy, 'close'), closed])
  })

  test('takes a whole body before it closes behind its answer', async () => {
    const busy = await gate.open()
    busy.write('POST /body HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"a":')
    await expect.poll(() => [...gate.connections.atWork()].length).toBe(1)
    const closed = gate.app.close()
    busy.write('"bcd"}')
    answer()
    const [bytes] = await once(busy, 'data')
    expect(String(bytes)).toMatch(/^HTTP\/1.1 200/)
    busy.resume()
    await closed
  })
})
