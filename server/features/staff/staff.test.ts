import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('staff read their own record, with its department and their roles', async () => {
  const department = await at.make.department({ name: 'Office', type: 'non-academic' })
  const userId = await at.make.person('clerk')
  await at.make.giveRole(userId, 'hod')
  const id = await at.make.staff(userId, department, { status: 'on_leave', date_of_joining: '2020-01-31' })
  const { status, body } = await (await at.of(userId)).get('/staff/current-user')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    id,
    user_id: userId,
    user: { id: userId, roles: ['hod', 'clerk'] },
    department: { id: department, name: 'Office', type: 'non-academic' },
    designation: { name: expect.any(String) },
    status: 'on_leave',
    date_of_joining: '2020-01-31',
  })
})

test('who has no such record is told so', async () => {
  expect(await (await at.as('principal')).get('/staff/current-user')).toMatchObject({
    status: 404,
    body: { message: 'Staff record not found.' },
  })
  for (const role of ['student', 'no-role'] as const)
    expect((await (await at.as(role)).get('/staff/current-user')).status).toBe(403)
  expect((await at.nobody.get('/staff/current-user')).status).toBe(401)
})
