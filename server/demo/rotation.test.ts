import { expect, test } from 'vitest'
import { dayIn } from '../core/clock.ts'
import { unfurnished } from '../testing/college.ts'
import { fillCollege } from './college.ts'
import { fillGroups } from './groups.ts'
import { fillRotation } from './rotation.ts'
import { fillStudents } from './students.ts'

test('the plans of two batches have past, running and next postings, and hardly anybody is in two places', async () => {
  const at = await unfurnished()
  const today = dayIn('Asia/Karachi')
  const college = await fillCollege(at.db, today, 'none')
  const filled = await fillRotation(
    at.db,
    college,
    await fillGroups(at.db, college, await fillStudents(at.db, college)),
  )
  expect(filled).toBe(120)
  const { data } = (await (await at.as('admin')).get('/postings?per_page=500')).body
  expect(new Set(data.map(({ batch }: { batch: { name: string } }) => batch.name)).size).toBe(2)
  const when = (one: { first_day: string; last_day: string }) =>
    one.last_day < today ? 'past' : one.first_day > today ? 'next' : 'running'
  const counts = Object.groupBy(data, when as (one: unknown) => string)
  expect([counts.past?.length, counts.running?.length, counts.next?.length]).toEqual([64, 8, 48])
  // Somebody who changed group meanwhile.
  expect(data.flatMap(({ clashes }: { clashes: object[] }) => clashes).length).toBeLessThan(5)
})
