import { expect, test } from 'vitest'
import type { Endpoint } from '../shared/endpoint.ts'
import { unfurnished } from './testing/college.ts'
import { sendRandomRequests } from './testing/random-requests.ts'

const at = await unfurnished()
/** At each call: about 45 minutes on two processors. Fewer are quicker. */
const MANY = Number(process.env.RANDOM_REQUESTS ?? 10_000)

/** Files of many rows, PDFs and hashes of passwords take a hundred times as long as the others. */
const isSlow = ({ costly, path }: Endpoint) => costly === true || /^\/login$|password|second-factor/.test(path)

test('thousands of random requests at every call leave nothing wrong, open or growing', async () => {
  const { sent, statuses, growth, slowest } = await sendRandomRequests(at, (one) => (isSlow(one) ? MANY / 10 : MANY))
  process.stderr.write(`${sent} random requests, the heap grew ${growth.toFixed(2)} times; most time: ${slowest}\n`)
  for (const status of [200, 201, 400, 401, 403, 404, 409, 415, 422]) expect([...statuses.keys()]).toContain(status)
  expect(growth).toBeLessThan(1.3)
}, 7_200_000)
