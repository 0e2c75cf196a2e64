import { expect, test } from 'vitest'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import { unfurnished } from '../../testing/college.ts'
import { sendRandomRequests } from '../../testing/random-requests.ts'

const at = await unfurnished()
const MANY = 6
/** The seed is the same each time: a change is what can make this fail, not the day. The long test draws anew. */
const SEED = 5

test('a few random requests at every call are answered, or refused as everything is', async () => {
  const { sent, statuses, growth } = await sendRandomRequests(at, MANY, { seed: SEED })
  expect(sent).toBe(declaredEndpoints.length * MANY)
  for (const status of [200, 400, 401, 403, 404, 409, 415, 422]) expect([...statuses.keys()]).toContain(status)
  expect(growth).toBeLessThan(2)
}, 120_000)
