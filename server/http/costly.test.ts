import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { unfurnished } from '../testing/college.ts'
import { MOST_COSTLY, sweepCostly } from './costly.ts'

const at = await unfurnished()
const clerk = await at.as('clerk')
const other = await at.as('clerk')

beforeEach(() => sql`truncate costly_calls`.execute(at.db))

const asked = (calls: number, minutesAgo: number) =>
  sql`insert into costly_calls (user_id, minute, calls)
    values (${clerk.userId}, date_trunc('minute', now()) - make_interval(mins => ${minutesAgo}), ${calls})`.execute(
    at.db,
  )
const exported = () => clerk.get('/staff/export?format=csv')

test('a person has a hundred within ten minutes, and is told when there are more; nobody else waits', async () => {
  await asked(MOST_COSTLY - 1, 4)
  expect((await exported()).status).toBe(200)
  const { status, headers, body } = await exported()
  expect(status).toBe(429)
  expect(body).toEqual({ message: 'You have asked for very much in a short time. Please try again in 6 minutes.' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(240)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(360)
  expect((await other.get('/staff/export?format=csv')).status).toBe(200)
  expect((await clerk.get('/staff')).status).toBe(200)
})

test('one that is refused is not counted, and what is older than ten minutes does not count', async () => {
  await asked(MOST_COSTLY, 9)
  expect((await exported()).status).toBe(429)
  await sql`update costly_calls set minute = minute - interval '2 minutes'`.execute(at.db)
  expect((await exported()).status).toBe(200)
  await sweepCostly(at.db)
  expect(await at.db.selectFrom('costly_calls').select('calls').execute()).toEqual([{ calls: 1 }])
})

test('twenty that come together are not more', async () => {
  await asked(MOST_COSTLY - 5, 1)
  const answers = await Promise.all(Array.from({ length: 20 }, exported))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
})

/** A few words make many rows of them. */
const MAKES_MANY = [
  '/attendance-sessions/recurring',
  '/batches/:id/promote',
  '/batches/:id/promotion/undo',
  '/feedback-surveys/:id/duplicate',
  '/postings/rotation',
]

/** They make a PDF of all that a student has, or a batch, and a list of them stands at the same path. */
const MAKE_A_FILE = ['/inspection-packs', '/verified-documents', '/eligibility/lists']

test('whatever makes a file of many rows, reads one, makes many or hashes passwords for many is counted', () => {
  const isCostly = (path: string) =>
    MAKES_MANY.includes(path) ||
    /\/(?:export|print)\b|^\/imports\/\w+(?:\/preview|\/:id\/undo)?$|^\/students\/initial-passwords$|\/personal-data$/.test(
      path,
    )
  const costly = declaredEndpoints.filter((declared) => 'costly' in declared)
  expect(costly.map(({ path }) => path).sort()).toEqual(
    declaredEndpoints
      .map(({ path }) => path)
      .filter(isCostly)
      .concat(MAKE_A_FILE)
      .sort(),
  )
  expect(costly.length).toBeGreaterThan(13)
})
