import { expect, test, vi } from 'vitest'
import type { Mail } from './mail.ts'
import { openRounds } from './mail-rounds.ts'

const mails = (name: string, count: number): Mail[] =>
  Array.from({ length: count }, (_, n) => ({ to: `${name}${n + 1}@x.test`, subject: 'S', text: 'T' }))

/** Rounds over a mail server that does with each mail what a test says. */
function rounds(answer: (to: string) => Promise<void>) {
  const begun: string[] = []
  const warned: object[] = []
  const opened = openRounds(
    {
      send: ({ to }) => {
        begun.push(to)
        return answer(to)
      },
    },
    { warn: (told: object) => void warned.push(told) },
  )
  return { ...opened, begun, warned }
}

test('one mail at a time, of several rounds in turn', async () => {
  const open: (() => void)[] = []
  const { send, begun, warned } = rounds(() => new Promise((done) => open.push(done)))
  send(mails('a', 3))
  send(mails('b', 2))
  for (const count of [1, 2, 3, 4, 5]) {
    await vi.waitFor(() => expect(begun).toHaveLength(count))
    open.shift()?.()
  }
  expect(begun.map((to) => to[0]).join('')).toBe('ababa')
  expect(warned).toEqual([])
})

test('an address that is refused is left out, and told without its name', async () => {
  const refused = Object.assign(new Error('550 a2@x.test'), { code: 'EENVELOPE' })
  const { send, begun, warned } = rounds(async (to) => {
    if (to !== 'a1@x.test') throw refused
  })
  send(mails('a', 9))
  await vi.waitFor(() => expect(warned).toHaveLength(1))
  expect(begun).toHaveLength(9)
  expect(warned).toEqual([{ failed: 8, lost: 0, code: 'EENVELOPE' }])
})

test('a mail server that is away ends the round', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNECTION' })
  const { send, begun, warned } = rounds(async (to) => {
    if (to !== 'a3@x.test') throw away
  })
  send(mails('a', 20))
  await vi.waitFor(() => expect(warned).toHaveLength(1))
  // Two before the one that went well, five after it.
  expect(begun).toHaveLength(8)
  expect(warned).toEqual([{ failed: 7, lost: 12, code: 'ECONNECTION' }])
})

test('what has not gone out when the server stops is lost, and told', async () => {
  const open: (() => void)[] = []
  const { send, stop, begun, warned } = rounds(() => new Promise((done) => open.push(done)))
  send(mails('a', 4))
  send(mails('b', 2))
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  open.shift()?.()
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  stop()
  open.shift()?.()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(begun).toHaveLength(2)
  expect(warned).toEqual([{ lost: 5 }])
})
