import { expect, test } from 'vitest'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import { unfurnished } from '../../testing/college.ts'
import { sendRandomRequests } from '../../testing/random-requests.ts'

const at = await unfurnished()
/** Requests at each call. Each run draws anew, so that ten short runs see as much as a long one. */
const MANY = Number(process.env.RANDOM_REQUESTS ?? 1_000)

test('many random requests at every call leave nothing wrong, open or growing', async () => {
  const { sent, statuses, growth, slowest } = await sendRandomRequests(at, MANY, {
    ...(process.env.RANDOM_SEED ? { seed: Number(process.env.RANDOM_SEED) } : {}),
    onDone: (call, ms, left) => process.stderr.write(`${call}: ${(ms / 1000).toFixed(0)} s, ${left} calls left\n`),
  })
  process.stderr.write(`${sent} random requests, the heap grew ${growth.toFixed(2)} times; most time: ${slowest}\n`)
  expect(sent).toBe(declaredEndpoints.length * MANY)
  for (const status of [200, 201, 400, 401, 403, 404, 409, 415, 422]) expect([...statuses.keys()]).toContain(status)
  // First calls are compiled and kept once: after 200 at each call 1.15, after fifty times as many 1.29.
  expect(growth).toBeLessThan(1.5)
}, 7_200_000)
