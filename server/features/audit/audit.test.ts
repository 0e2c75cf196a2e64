import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unfurnished } from '../../testing/college.ts'

const at = await unfurnished()
const admin = await at.as('admin')
const affairs = await at.as('student-affair')
const department = (await affairs.post('/departments', { name: 'Medicine' })).body.data.id
await admin.put(`/departments/${department}`, { name: 'Internal medicine' })
await admin.post('/departments', { name: 'Surgery' })

test('the trail is listed newest first, by record or actor, in pages', async () => {
  const { body } = await admin.get(`/audit?entity=department&entity_id=${department}`)
  expect(body.data).toMatchObject([
    { action: 'update', actor: { id: admin.userId }, changes: { name: ['Medicine', 'Internal medicine'] } },
    { action: 'create', actor: { id: affairs.userId } },
  ])
  expect((await admin.get(`/audit?actor_id=${admin.userId}`)).body.meta.total).toBe(2)
  expect((await admin.get('/audit?entity=task')).body.data).toEqual([])
  const page = (await admin.get('/audit?per_page=2&page=2')).body
  expect(page.data).toHaveLength(1)
  expect(page.meta).toEqual({ page: 2, per_page: 2, total: 3 })
})

test('what cannot be an entity is refused by its name', async () => {
  const { status, body } = await admin.get('/audit?entity=%00')
  expect([status, body.errors]).toEqual([422, { entity: ['entity contains characters that cannot be stored'] }])
})

test('the trail is read by administrators alone', async () => {
  for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student', 'no-role'] as const)
    expect((await (await at.as(role)).get('/audit')).status, role).toBe(403)
  expect((await at.nobody.get('/audit')).status).toBe(401)
})

test('a change that changed nothing leaves no row', async () => {
  await admin.put(`/departments/${department}`, { name: 'Internal medicine' })
  expect((await admin.get(`/audit?entity=department&entity_id=${department}`)).body.meta.total).toBe(2)
})

test('the trail outlives its actor and cannot be changed, not even in the database', async () => {
  for (const tamper of ['update audit set action = null', 'delete from audit', 'truncate audit'])
    await expect(sql.raw(tamper).execute(at.db)).rejects.toThrow('the audit trail is append-only')
  await at.db.deleteFrom('users').where('id', '=', affairs.userId).execute()
  const rows = (await admin.get(`/audit?actor_id=${affairs.userId}`)).body.data
  expect(rows).toMatchObject([{ action: 'create', actor: { id: affairs.userId, name: expect.any(String) } }])
})
