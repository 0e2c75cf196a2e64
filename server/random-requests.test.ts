import { expect, test } from 'vitest'
import { unfurnished } from './testing/college.ts'
import { sendRandomRequests } from './testing/random-requests.ts'

const at = await unfurnished()

test('a few random requests at every call are answered, or refused as everything is', async () => {
  const { sent, statuses, growth } = await sendRandomRequests(at, () => 6)
  expect(sent).toBeGreaterThan(1_500)
  for (const status of [200, 201, 400, 401, 403, 404, 415, 422]) expect([...statuses.keys()]).toContain(status)
  expect(growth).toBeLessThan(2)
}, 120_000)
