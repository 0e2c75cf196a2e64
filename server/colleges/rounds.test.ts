import { pino } from 'pino'
import { expect, test } from 'vitest'
import { collegeNow } from '../machine/of-college.ts'
import { soon } from '../testing/product.ts'
import type { College } from './registry.ts'
import { keepRounds, type Round } from './rounds.ts'

const named = (...names: string[]) => names.map((name) => ({ name, mark: '1' }) as College)

/** Rounds that a test ends by hand. */
function roundsOf(colleges: readonly College[], atOnce = { byClock: 1, inAll: 2 }) {
  const begun: string[] = []
  const under = new Map<string, { round: Round; end: (error?: Error) => void }>()
  const rounds = keepRounds({
    colleges: () => colleges,
    visit: ({ name }, round) => {
      begun.push(name)
      expect(collegeNow()).toBe(name)
      return new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => {
          under.delete(name)
          if (error) reject(error)
          else resolve()
        }
        round.signal.addEventListener('abort', () => end())
        under.set(name, { round, end })
      })
    },
    atOnce,
    logger: pino({ level: 'silent' }),
  })
  return { ...rounds, begun, under }
}

test('the clock leaves places for those that ask, and nobody has two rounds at once', async () => {
  const { ask, stop, begun, under } = roundsOf(named('a', 'b', 'c'))
  expect(begun).toEqual(['a'])
  ask('c')
  expect(begun).toEqual(['a', 'c'])
  ask('c')
  ask('b')
  // An unknown one is passed over.
  ask('x')
  expect(begun).toEqual(['a', 'c'])
  under.get('a')?.end()
  await expect.poll(() => begun, soon).toEqual(['a', 'c', 'b'])
  // Asked for while its round was under way, perhaps too late for that one.
  under.get('c')?.end(new Error('it failed'))
  await expect.poll(() => begun, soon).toEqual(['a', 'c', 'b', 'c'])
  under.get('b')?.end()
  under.get('c')?.end()
  await expect.poll(() => under.size, soon).toBe(0)
  expect(begun).toHaveLength(4)
  await stop()
})

test('a round under way is hurried by what is asked meanwhile, and the end of the process ends it', async () => {
  const { ask, stop, begun, under } = roundsOf(named('a', 'b'))
  let hurried = 0
  const a = under.get('a')
  if (a)
    a.round.hurry = () => {
      hurried += 1
    }
  ask('a')
  expect([hurried, begun]).toEqual([1, ['a']])
  await stop()
  expect(begun).toEqual(['a'])
  ask('b')
  expect(begun).toEqual(['a'])
})

test('a round of former settings ends as soon as they have changed, and is hurried no more', async () => {
  const colleges = named('a')
  const { ask, stop, begun, under } = roundsOf(colleges)
  let hurried = 0
  const a = under.get('a')
  if (a)
    a.round.hurry = () => {
      hurried += 1
    }
  const [college] = colleges
  if (college) college.mark = '2'
  ask('a')
  expect([hurried, a?.round.signal.aborted]).toEqual([0, true])
  await expect.poll(() => begun, soon).toEqual(['a', 'a'])
  expect(under.get('a')?.round.signal.aborted).toBe(false)
  await stop()
})
