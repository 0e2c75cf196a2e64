import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { CHECKS, sweepChecks } from './checks.writes.ts'
import { addDocument } from './verified-documents.walks.ts'

const { at, student, wards } = await furnished()
const CODE = '0123456789ABCDEF'
await addDocument(at.db, { student_id: (await student(wards)).id, code: CODE })

const ask = async (code: string, remoteAddress = '203.0.113.7') => {
  const { statusCode, headers, body } = await at.app.inject({ url: `/api/verify/${code}`, remoteAddress })
  return { status: statusCode, headers, body: JSON.parse(body) }
}
const NETWORK = '203.0.113.7'
/** Keeps as many checks as may be, but one. */
const almost = async (outcome: keyof typeof CHECKS) => {
  const { key, most } = CHECKS[outcome]
  await at.db
    .insertInto('document_checks')
    .values({ network: key(NETWORK), minute: new Date(), calls: most - 1 })
    .execute()
}
const counted = async () => (await at.db.selectFrom('document_checks').selectAll().execute()).map(({ calls }) => calls)

test.each([
  ['missed', 'nothing', CODE, 'Too many wrong codes were tried from here.'],
  ['found', CODE, 'nothing', 'Too many documents were checked from here.'],
] as const)('who has %s too many codes waits for these alone, and nobody else does', async (outcome, code, other, text) => {
  await at.db.deleteFrom('document_checks').execute()
  const [answer, others] = outcome === 'missed' ? [404, 200] : [200, 404]
  await almost(outcome)
  expect((await ask(code)).status).toBe(answer)
  for (const _ of [1, 2]) {
    const { status, headers, body } = await ask(code)
    expect(status).toBe(429)
    expect(body.message).toMatch(new RegExp(`^${text} Please try again in 1[45] minutes\\.$`))
    expect(Number(headers['retry-after'])).toBeGreaterThan(13 * 60)
  }
  expect((await ask(other)).status).toBe(others)
  expect((await ask(code, '203.0.113.8')).status).toBe(answer)
  expect(CHECKS.found.most).toBeGreaterThan(CHECKS.missed.most)
})

test('counts of checks are forgotten once no limit counts them', async () => {
  await at.db.updateTable('document_checks').set({ minute: sql`minute - interval '20 minutes'` }).execute()
  expect((await ask(CODE)).status).toBe(200)
  await sweepChecks(at.db)
  expect(await counted()).toEqual([1])
})

test('the answer and its page are kept by nobody and listed by no search engine', async () => {
  for (const code of [CODE, 'nothing'])
    expect((await ask(code, '203.0.113.9')).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
})
