import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { soon } from '../testing/product.ts'
import { type Calling, callsToldTo } from './calling.ts'
import { frontOf } from './front.ts'

const NAMES = ['a', 'b']
/** The calls that each of two processes has at work. */
const atWork: ServerResponse[][] = [[], []]
const fronts = atWork.map((open, which) =>
  frontOf(
    {
      nameAt: (host) => NAMES.find((name) => host === `${name}.example.org`),
      numberOf: (name) => NAMES.indexOf(name) + 1,
      enter: async (name) => ({
        number: NAMES.indexOf(name) + 1,
        handle: async (_request, response) => void open.push(response),
        leave: () => undefined,
      }),
    },
    () => false,
    (calling) => fronts[1 - which]?.hear(calling),
  ),
)
const servers = fronts.map(({ handle }) => createServer(handle).listen(0, '127.0.0.1'))
await Promise.all(servers.map((server) => once(server, 'listening')))
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const call = (which: number, name: string) => {
  const { port } = servers[which]?.address() as AddressInfo
  get({ agent: false, host: '127.0.0.1', port, headers: { host: `${name}.example.org` } }, (answer) => answer.resume())
    // Those that are still at work are cut off at the end.
    .on('error', () => undefined)
}
const number = (which: number) => atWork[which]?.length
/** Answers one call of the first process. */
const answerOne = () => atWork[0]?.shift()?.end()

test('a flood of one college is less at work as soon as another one calls, in whichever process', async () => {
  // However slow the machine is, no call is at work for so long that it holds its turn no more.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (let n = 0; n < 40; n += 1) call(0, 'a')
  await expect.poll(() => number(0), soon).toBe(16)
  answerOne()
  await expect.poll(() => number(0), soon).toBe(16)

  call(1, 'b')
  await expect.poll(() => number(1), soon).toBe(1)
  for (let n = 0; n < 15; n += 1) answerOne()
  await expect.poll(() => number(0), soon).toBe(2)
  answerOne()
  await expect.poll(() => number(0), soon).toBe(2)
  vi.useRealTimers()
})

test('who calls is told at once, and then seldom however many call', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const told: Calling[] = []
  const note = callsToldTo((calling) => told.push(calling))
  for (let n = 0; n < 200; n += 1) note(`c${n}`)
  expect(told).toEqual([{ calling: ['c0'] }])
  vi.advanceTimersByTime(400)
  expect(told.slice(1)).toEqual([{ calling: ['c1', 'c2'] }])
  vi.advanceTimersByTime(4_000)
  note('c0')
  expect(told.slice(2)).toEqual([{ calling: ['c0'] }])
  vi.useRealTimers()
})
