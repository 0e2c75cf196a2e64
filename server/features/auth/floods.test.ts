import { expect, test } from 'vitest'
import { hashPassword, initialPasswords } from '../../core/passwords.ts'
import { unfurnished } from '../../testing/college.ts'

// Hundreds of anonymous calls come at once. The time that a hash takes is measured here, since machines differ.

const at = await unfurnished()
const password_hash = await hashPassword('Correct1')
const begun = performance.now()
for (let n = 0; n < 5; n += 1) await hashPassword('Correct1')
const oneHash = (performance.now() - begun) / 5
const email = 'flood@college.test'
await at.make.user({ email, password_hash })

const post = async (path: string, payload: object, address: string) => {
  const answer = await at.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'x-forwarded-for': address },
    payload,
  })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] }
}
const signIn = () => post('/login', { email, password: 'Correct1' }, '10.5.1.1')
const countsOf = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('three hundred tokens that are none cost no hash', async () => {
  const begun = performance.now()
  const flood = Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      post('/auth/reset-password', { token: `none${n}`, password: 'Another-way1' }, '10.5.0.1'),
    ),
  )
  expect((await signIn()).status).toBe(200)
  expect(countsOf(await flood)).toEqual({ 422: 300 })
  // Hashed, they would have taken 150 times as long as one hash.
  expect(performance.now() - begun).toBeLessThan(75 * oneHash)
})

test('three hundred sign-ins from one address get few turns, and hold nobody else up', async () => {
  const flood = Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      post('/login', { email: `nobody${n}@college.test`, password: 'Wrong-1' }, '10.5.0.2'),
    ),
  )
  // Two more addresses, while all places are taken; the server's own hashes need none.
  const others = Promise.all([signIn(), post('/login', { email, password: 'Correct1' }, '10.5.1.2')])
  const own = initialPasswords(4)
  const answers = await flood
  expect((await others).map(({ status }) => status)).toEqual([200, 200])
  expect(await own).toHaveLength(4)
  const { 401: wrong = 0, 429: tooMany = 0, 503: busy = 0 } = countsOf(answers)
  expect(wrong + tooMany + busy).toBe(300)
  expect(wrong).toBeLessThanOrEqual(100)
  expect(busy).toBeGreaterThan(100)
  expect(answers.find(({ status }) => status === 503)?.retryAfter).toBe('5')
})
