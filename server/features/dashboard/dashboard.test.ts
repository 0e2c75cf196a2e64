import { expect, test } from 'vitest'
import { unfurnished } from '../../testing/college.ts'

const at = await unfurnished()

test('the figures count what is active, staff and tasks within the own department', async () => {
  const [medicine, surgery] = [await at.make.department(), await at.make.department()]
  await at.make.department({ status: 'inactive' })
  const batch = await at.make.batch()
  await at.make.student(batch)
  await at.make.student(batch, undefined, { status: 'graduated' })
  const hod = await at.as('hod', medicine)
  await at.as('faculty', surgery)
  await at.make.staff(await at.make.person('faculty'), surgery, { status: 'retired' })
  await at.make.task(medicine, [])
  await at.make.task(medicine, [], { status: 'inactive' })
  await at.make.task(surgery, [], { status: 'pending' })
  const figures = async (caller: typeof hod) => (await caller.get('/dashboard/statistics')).body.data
  expect(await figures(await at.as('principal'))).toEqual({ students: 1, staff: 2, departments: 2, open_tasks: 2 })
  expect(await figures(hod)).toEqual({ students: 1, staff: 1, departments: 2, open_tasks: 1 })
  for (const role of ['student', 'no-role'] as const)
    expect((await (await at.as(role)).get('/dashboard/statistics')).status).toBe(403)
  expect((await at.nobody.get('/dashboard/statistics')).status).toBe(401)
})

test('without settings for them mail and backup are not done, whatever a former server left behind', async () => {
  const whole = { finished_at: '2026-11-23T21:40:00Z', bytes: 1000, missing_files: 0 }
  await at.db
    .insertInto('backups')
    .values({ due_at: '2026-11-23T21:30:00Z', ...whole })
    .execute()
  const { body } = await (await at.as('admin')).get('/dashboard/first-steps')
  expect(body.data.slice(-2)).toEqual([
    { step: 'mail', is_done: false },
    { step: 'backup', is_done: false },
  ])
})
