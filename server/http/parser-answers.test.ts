import { expect, test } from 'vitest'
import { unfurnished } from '../testing/college.ts'
import { listening, speak } from '../testing/sockets.ts'

const at = await unfurnished()
const port = await listening(at.app)

async function say(text: string) {
  const spoken = await speak(port)
  spoken.send(text)
  const answer = await spoken.answer()
  spoken.socket.destroy()
  return answer
}

const MALFORMED = 'The request is malformed.'
const health = (...headers: string[]) =>
  `GET /api/health HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}connection: close\r\n\r\n`

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, MALFORMED],
  ['a header that is none', health('host: x', 'a header'), 400, MALFORMED],
  ['two lengths', health('host: x', 'content-length: 1', 'content-length: 2'), 400, MALFORMED],
  [
    'too many headers',
    health('host: x', `cookie: ${'x'.repeat(20_000)}`),
    431,
    'The headers of the request are too large.',
  ],
  ['two hosts', health('host: a', 'host: b'), 400, 'The request must name one host.'],
  ['no host', health(), 400, 'The request must name one host.'],
])('%s is refused like everything else', async (_, text, status, message) => {
  const answer = await say(text)
  expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { message }])
  expect(answer.head).toMatch(/^content-type: application\/json/im)
  expect(answer.head).toMatch(/^permissions-policy: /im)
  expect(answer.head).toMatch(/^x-content-type-options: nosniff/im)
})

test('one host is let in, and a client of HTTP/1.0 names none', async () => {
  expect((await say(health('host: a'))).status).toBe(200)
  expect((await say('GET /api/health HTTP/1.0\r\n\r\n')).status).toBe(200)
})

test('every answer says what the page may not use', async () => {
  for (const path of ['/api/health', '/api/nothing', '/login', '/assets/none.js']) {
    const { head } = await say(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(head, path).toMatch(/^permissions-policy: .*camera=\(self\),.*geolocation=\(\).*microphone=\(\)/im)
  }
})
