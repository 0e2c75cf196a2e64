import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { readJson } from './json-bodies.ts'

const app = Fastify({ exposeHeadRoutes: false })
readJson(app)
app.post('/', async ({ body }) => ({ read: body === undefined ? 'nothing' : String((body as { n: unknown }).n) }))

const send = async (payload: string | Buffer) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  return answer.statusCode === 200 ? answer.json().read : answer.statusCode
}

test.each([
  ['12.34', '12.34'],
  ['12.340000000000000000000000', '12.34'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['1234567890123456', '1234567890123456'],
  ['123456789012345600', '123456789012345600'],
  ['1e308', '1e+308'],
  ['1.5E-300', '1.5e-300'],
  ['-0.000000000000000000000', '0'],
  ['0e999', '0'],
  ['"12.3400000000000000001"', '12.3400000000000000001'],
])('%s is read as %s', async (written, read) => {
  expect(await send(`{"n":${written}}`)).toBe(read)
})

test.each([
  '12.3400000000000000001',
  '12.339999999999999999999',
  '9007199254740993',
  '1e400',
  '1e-400',
  '-123456789012345678901',
])('%s, which would be rounded, is no number', async (written) => {
  expect(await send(`{"n":${written}}`)).toBe('NaN')
  // Beside what was written as text, which stays as it is.
  expect(await send(`{"text":"1234567890123456.5","n":${written},"exact":1}`)).toBe('NaN')
})

test('an empty body is none, and what is no JSON, or nested without end, is malformed', async () => {
  expect(await send('')).toBe('nothing')
  expect(await send('{"n":12.3400000000000000001')).toBe(400)
  expect(await send(Buffer.from('{"n":"caf\xe9"}', 'latin1'))).toBe(400)
  expect(await send('{"__proto__":{"n":12.3400000000000000001}}')).toBe(400)
  expect(await send(`${'['.repeat(500_000)}12.3400000000000000001${']'.repeat(500_000)}`)).toBe(400)
})

test('a call that anybody may make takes a small body', async () => {
  const at = await testApp()
  const post = (url: string, length: number) =>
    at.app.inject({ method: 'POST', url, payload: { email: 'a@b.test', password: 'x'.repeat(length) } })
  const tooLarge = (await post('/api/login', 70_000)).statusCode
  const small = (await post('/api/login', 7_000)).statusCode
  await at.close()
  expect([tooLarge, small]).toEqual([413, 422])
})
