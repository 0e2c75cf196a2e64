import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { listening, speak } from '../testing/sockets.ts'

let at: TestApp
let port: number

beforeAll(async () => {
  at = await testApp()
  port = await listening(at.app)
})
afterAll(() => at.close())

const ASK = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n'
const countOf = (heard: string) => heard.split('HTTP/1.1 200').length - 1

test('who asks a thousand things ahead on one connection is cut off', async () => {
  const spoken = await speak(port)
  spoken.send(ASK.repeat(1000))
  expect(countOf(await spoken.untilClosed())).toBeLessThanOrEqual(8)
})

test('who asks some ahead, or one after the other without end, is answered', async () => {
  const spoken = await speak(port)
  for (let n = 0; n < 20; n += 1) {
    spoken.send(ASK)
    await once(spoken.socket, 'data')
  }
  spoken.send(ASK.repeat(5) + ASK.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))
  expect(countOf(await spoken.untilClosed())).toBe(26)
})
