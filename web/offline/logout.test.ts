import { expect, test } from 'vitest'
import { question } from '../core/confirm.ts'
import { getLogin } from '../core/login.ts'
import { beginSignedIn, entries, offline, states, stored } from '../testing/outbox.ts'
import { network } from '../testing/page.tsx'
import { allKept, keep, keepAtOnce, kept, keptAtOnce } from './device.ts'
import { logout } from './logout.ts'

const sent = (calls: ReturnType<typeof network>) => calls.filter(({ path }) => path === '/api/attendance-submissions')

beginSignedIn()

test('logging out asks when something waits; staying keeps it', async () => {
  network(offline)
  await entries()
  const leaving = logout()
  await expect.poll(() => question.get()?.message).toContain('Register attendance:5')
  question.get()?.answer(false)
  expect(await leaving).toBe(false)
  expect(getLogin()?.user.id).toBe(7)
  expect(states()).toEqual([['attendance:5', 'waiting']])
})

test('logging out all the same forgets everything of this person, and of nobody else', async () => {
  network(offline)
  await keep(7, 'taking/5', { students: [] })
  await keep(77, 'taking/5', { students: ['theirs'] })
  keepAtOnce(7, 'begun/attendance:9', { title: 'Group B', value: {} })
  const leaving = logout()
  await expect.poll(() => question.get()?.message).toContain('Group B')
  question.get()?.answer(true)
  expect(await leaving).toBe(true)
  expect(getLogin()).toBeUndefined()
  expect(await allKept(7, '')).toEqual([])
  expect(keptAtOnce(7, '')).toEqual([])
  expect((await kept(77, 'taking/5'))?.value).toEqual({ students: ['theirs'] })
})

test('logging out sends what waits first, and asks nothing when that went well', async () => {
  const calls = network(() => stored(5))
  await entries()
  expect(await logout()).toBe(true)
  expect(sent(calls)).toHaveLength(1)
  expect(question.get()).toBeUndefined()
})
