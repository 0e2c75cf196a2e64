import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { listSecurityLog } from './reads.ts'

const at = await unfurnished()
// Half a year of a college: 400 people, 300 rows a day.
await sql`insert into security_log (at, last_at, kind, user_id, name, address, device)
  select now() - make_interval(mins => n * 5), now() - make_interval(mins => n * 5),
    (array['sign-in', 'sign-in', 'sign-in', 'sign-out', 'refused', 'export'])[1 + n % 6],
    n % 400, 'Person', '10.0.' || n % 50 || '.' || n % 7, 'Mozilla/5.0'
  from generate_series(1, 50000) n`.execute(at.db)
// A count from an index alone has to know which pages all can see.
await sql`vacuum analyze security_log`.execute(at.db)

const page = { page: 1, perPage: 100 }
const today = () => new Date().toISOString().slice(0, 10)

test.each<[string, Parameters<typeof listSecurityLog>[2]]>([
  ['of a person', { user_id: 8 }],
  ['of a person and kind', { user_id: 8, kind: 'refused' }],
  ['of a kind', { kind: 'export' }],
  ['of a day', { day: today() }],
  ['of a day and kind', { day: today(), kind: 'sign-in' }],
  ['of an address', { address: '10.0.1.1' }],
  ['of all', {}],
])('the log %s: one statement by an index, counted apart', async (_name, filter) => {
  const [plan = '', ...others] = await plansOf(at.db, (db) => listSecurityLog(db, callerAs('admin'), filter, page))
  expect(others).toEqual([])
  expect(plan).not.toContain('WindowAgg')
  const scans = plan.match(/Seq Scan on security_log/g) ?? []
  // To count all of it, all of it may be read.
  expect(scans.length, plan).toBeLessThanOrEqual(Object.keys(filter).length === 0 ? 1 : 0)
  expect(plan).toMatch(/Index (?:Only )?Scan/)
})
