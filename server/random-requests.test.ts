import { expect, test } from 'vitest'
import { declaredEndpoints } from '../shared/contract/all.ts'
import { unfurnished } from './testing/college.ts'
import { sendRandomRequests } from './testing/random-requests.ts'

const at = await unfurnished()
const MANY = 6

test('a few random requests at every call are answered, or refused as everything is', async () => {
  const { sent, statuses, growth } = await sendRandomRequests(at, MANY)
  expect(sent).toBe(declaredEndpoints.length * MANY)
  for (const status of [200, 201, 400, 401, 403, 404, 415, 422]) expect([...statuses.keys()]).toContain(status)
  expect(growth).toBeLessThan(2)
}, 120_000)
