import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type AnsweringConnection, Unread } from './unread.ts'

const MB = 1024 * 1024
afterEach(() => void vi.useRealTimers())

/** A connection on which so much waits. */
function waitingOn(remoteAddress: string, writableLength: number): AnsweringConnection {
  const facts = { remoteAddress: { value: remoteAddress }, writableLength: { value: writableLength } }
  return { socket: Object.defineProperties(new Socket(), facts), request: undefined }
}
const left = (asked: AnsweringConnection[]) => asked.filter(({ socket }) => !socket.destroyed).length

test('unread, 64 MB wait for a network, and 256 MB in all', () => {
  const ofOne = Array.from({ length: 10 }, () => waitingOn('192.0.2.1', 8 * MB))
  new Unread().lookAt(ofOne)
  expect(left(ofOne)).toBe(8)
  const ofMany = Array.from({ length: 40 }, (_, n) => waitingOn(`192.0.2.${n}`, 8 * MB))
  new Unread().lookAt(ofMany)
  expect(left(ofMany)).toBe(32)
})

test('an answer of which no byte leaves is cut after 30 seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const unread = new Unread()
  const asked = [waitingOn('192.0.2.1', MB)]
  const leftAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    unread.lookAt(asked)
    return left(asked)
  }
  expect([leftAfter(0), leftAfter(29_900), leftAfter(200)]).toEqual([1, 1, 0])
})
