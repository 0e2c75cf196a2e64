import { expect, test } from 'vitest'
import { unfurnished } from '../../testing/college.ts'
import { sendHostileCalls } from '../../testing/hostile-calls.ts'

const at = await unfurnished()

test('no call answers 5xx to a value of another type, wherever it stands', async () => {
  const { sent, broken } = await sendHostileCalls(at, 1)
  expect(broken).toEqual([])
  expect(sent).toBeGreaterThan(20_000)
}, 600_000)
