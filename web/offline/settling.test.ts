import { expect, test } from 'vitest'
import { ApiError, UNREACHABLE } from '../core/api-error.ts'
import { registers } from '../features/taking/registers.ts'
import { beginSignedIn, entries, stored } from '../testing/outbox.ts'
import { answer, network } from '../testing/page.tsx'
import { retry, sendNow } from './outbox.ts'
import { settleAnswers } from './settling.ts'

beginSignedIn()

test('each answer is looked at once, and again only when the server was not reached', async () => {
  network(({ body }) => ((body as { key: string }).key === 'bad' ? answer(422, { message: 'No.' }) : stored(5)))
  const looks: string[] = []
  let fails: Error | undefined
  const stop = settleAnswers(registers, async ({ subject, state }) => {
    looks.push(`${subject} ${state}`)
    if (fails) throw fails
  })
  await entries()
  await sendNow()
  await sendNow()
  expect(looks).toEqual(['attendance:5 saved'])

  fails = new ApiError(0, UNREACHABLE)
  await entries(6, { key: 'bad' })
  await sendNow()
  fails = new ApiError(404, 'Attendance session not found')
  await sendNow()
  await sendNow()
  expect(looks.slice(1)).toEqual(['attendance:6 failed', 'attendance:6 failed'])

  fails = undefined
  await retry('attendance:6')
  expect(looks.slice(3)).toEqual(['attendance:6 failed'])
  stop()
})
