import { afterAll, beforeEach, expect, test } from 'vitest'
import { startListener } from '../testing/listener.ts'
import { isPublicAddress, outsideProblem, postOutside, readOutside } from './outside.ts'

const listener = await startListener({ aheadSeconds: 600 })
afterAll(listener.close)
beforeEach(() => {
  listener.heard.length = 0
  listener.now.status = 200
})

const port = new URL(listener.url('/')).port
const post = (url: string, isTrusted: boolean) => postOutside({ url, body: 'ok', headers: {}, isTrusted })

test.each([
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://2130706433:${port}/`,
  `http://0:${port}/`,
])('an address of this machine is not called for who may only use the screen: %s', async (url) => {
  const refused = await post(url, false).catch((error: unknown) => error)
  expect(outsideProblem(refused)).toBe(
    'Only addresses of the internet are called; another one can be set in the environment.',
  )
  expect(listener.heard).toEqual([])
})

test.each([
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  'fd00::1',
  'fe80::1',
  '::',
  '0.0.0.0',
])('%s is not of the internet', (address) => expect(isPublicAddress(address)).toBe(false))

test('a text is read of an address of the environment, and of none of this machine otherwise', async () => {
  const read = (isTrusted: boolean, mostBytes = 10) =>
    readOutside({ url: listener.url('/list'), headers: {}, isTrusted, mostBytes }).catch(outsideProblem)
  expect(await read(true)).toBe('heard')
  expect(await read(true, 4)).toBe('Its answer is longer than is read.')
  expect(listener.heard).toHaveLength(2)
  expect(await read(false)).toMatch(/^Only addresses of the internet/)
  listener.now.status = 302
  expect(await read(true)).toBe('It answered 302.')
  expect(listener.heard).toHaveLength(3)
})

test('an address of the environment is called, and its clock is heard', async () => {
  const { clock } = await post(listener.url('/there'), true)
  expect(listener.heard).toMatchObject([{ path: '/there', text: 'ok' }])
  const ahead = ((clock?.getTime() ?? 0) - Date.now()) / 1000
  expect(Math.abs(ahead - 600)).toBeLessThan(30)
})

test('a redirection is followed nowhere, and told as what it is', async () => {
  listener.now.status = 302
  const refused = await post(listener.url('/'), true).catch((error: unknown) => error)
  expect(outsideProblem(refused)).toBe('It answered 302.')
  expect(listener.heard).toHaveLength(1)
})

test('a place where nobody listens is told in words', async () => {
  const refused = await post('http://127.0.0.1:1/', true).catch((error: unknown) => error)
  expect(outsideProblem(refused)).toBe('It could not be reached.')
})
