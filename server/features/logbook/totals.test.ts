import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logging } from '../../testing/logbook.ts'

const { at, hod, student, log, medicine, wards } = await logging()
await log((await student(wards)).caller)

test.each([
  '',
  '?page=1&per_page=25',
  `?department_id=${medicine}&per_page=50`,
  '?status=logged&page=1',
])('the total of the list %j is the one that the database keeps, whichever page is asked for', async (query) => {
  // Nobody could count this many rows.
  await sql`update log_entry_counts set entries = 7`.execute(at.db)
  expect((await hod.get(`/log-entries${query}`)).body.meta.total).toBe(7)
})

test('a list of a few days counts its rows', async () => {
  expect((await hod.get('/log-entries?from=2020-01-01&per_page=25')).body.meta.total).toBe(1)
})
