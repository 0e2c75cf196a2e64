import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { CHECKS_FROM_NETWORK_MAX, sweepChecks } from './checks.writes.ts'
import { addDocument } from './verified-documents.walks.ts'

const { at, student, wards } = await furnished()
const CODE = '0123456789ABCDEF'
await addDocument(at.db, { student_id: (await student(wards)).id, code: CODE })

const ask = async (code: string, remoteAddress = '203.0.113.7') => {
  const { statusCode, headers, body } = await at.app.inject({ url: `/api/verify/${code}`, remoteAddress })
  return { status: statusCode, headers, body: JSON.parse(body) }
}
const counted = async () => (await at.db.selectFrom('document_checks').selectAll().execute()).map(({ calls }) => calls)

test('who checks too many codes from one place waits there, whatever was found, and nobody else', async () => {
  expect((await ask(CODE)).status).toBe(200)
  expect((await ask('nothing')).status).toBe(404)
  const all = (await counted()).reduce((sum, calls) => sum + calls, 0)
  expect(all).toBe(2)
  await at.db.deleteFrom('document_checks').execute()
  await at.db
    .insertInto('document_checks')
    .values({ network: '203.0.113.7', minute: new Date(), calls: CHECKS_FROM_NETWORK_MAX - 1 })
    .execute()
  expect((await ask(CODE)).status).toBe(200)
  for (const code of [CODE, 'nothing']) {
    const { status, headers, body } = await ask(code)
    expect(status).toBe(429)
    expect(body.message).toMatch(/^Too many documents were checked from here. Please try again in 1[45] minutes.$/)
    expect(Number(headers['retry-after'])).toBeGreaterThan(13 * 60)
  }
  expect((await ask(CODE, '203.0.113.8')).status).toBe(200)
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
