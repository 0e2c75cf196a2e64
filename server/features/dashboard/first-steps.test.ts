import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { unfurnished } from '../../testing/college.ts'

// A college as it is after the operator's work: mail goes out, and a backup is due each day.
const at = await unfurnished({
  environment: { BACKUP_DIR: '/somewhere' },
  mail: { publicUrl: 'https://elog.test', send: async () => undefined },
})
const STEPS = ['departments', 'designations', 'batches', 'staff', 'students', 'groups', 'credentials', 'mail', 'backup']

let admin: Client
beforeAll(async () => {
  admin = await at.as('admin')
})

async function read(caller = admin): Promise<{ step: string; is_done: boolean }[]> {
  const { status, body } = await caller.get('/dashboard/first-steps')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const done = async (caller?: Client) => (await read(caller)).flatMap(({ step, is_done }) => (is_done ? step : []))
const signIn = (userId: number) =>
  at.db.updateTable('users').set({ signed_in_at: new Date().toISOString() }).where('id', '=', userId).execute()

test('step by step an empty college is set up, and a first administrator alone is nobody who has signed in', async () => {
  await signIn(admin.userId)
  expect((await read()).map(({ step }) => step)).toEqual(STEPS)
  expect(await done()).toEqual(['mail'])
  const medicine = await at.make.department()
  expect(await done()).toEqual(['departments', 'mail'])
  const designation_id = await at.make.designation()
  expect(await done()).toEqual(['departments', 'designations', 'mail'])
  const batch = await at.make.batch()
  expect(await done()).toEqual(['departments', 'designations', 'batches', 'mail'])
  const own = await at.make.staff(admin.userId, medicine, { designation_id })
  expect(await done()).toEqual(['departments', 'designations', 'batches', 'staff', 'mail'])
  const { userId } = await at.make.student(batch)
  expect(await done()).toEqual(['departments', 'designations', 'batches', 'staff', 'students', 'mail'])
  await at.make.group(batch, medicine)
  const prepared = ['departments', 'designations', 'batches', 'staff', 'students', 'groups', 'mail']
  expect(await done()).toEqual(prepared)
  await signIn(userId)
  expect(await done()).toEqual(prepared.with(6, 'credentials').concat('mail'))
  // A record that the administrator has as staff hides nothing of the college.
  expect(await done()).toEqual(await done(await at.as('admin')))
  await at.db.deleteFrom('staff').where('id', '=', own).execute()
})

test('a teacher who has signed in counts as well as a student', async () => {
  await at.db.updateTable('users').set({ signed_in_at: null }).where('id', '!=', admin.userId).execute()
  expect(await done()).not.toContain('credentials')
  const teacher = await at.make.user({ signed_in_at: null })
  await at.make.staff(teacher, await at.make.department())
  expect(await done()).not.toContain('credentials')
  await signIn(teacher)
  expect(await done()).toContain('credentials')
})

test('a backup is done once one has succeeded, not when one is due, being made or failed', async () => {
  const begun = { due_at: '2026-11-23T21:30:00Z' }
  await at.db.insertInto('backups').values(begun).execute()
  expect(await done()).not.toContain('backup')
  const finished_at = '2026-11-23T21:40:00Z'
  await at.db
    .insertInto('backups')
    .values({ ...begun, finished_at, failure: 'The disk is full' })
    .execute()
  expect(await done()).not.toContain('backup')
  await at.db
    .insertInto('backups')
    .values({ ...begun, finished_at, bytes: 1000, missing_files: 0 })
    .execute()
  expect(await done()).toContain('backup')
})

test('administrators alone are told', async () => {
  expect((await at.nobody.get('/dashboard/first-steps')).status).toBe(401)
  for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student', 'no-role'] as const)
    expect((await (await at.as(role)).get('/dashboard/first-steps')).status, role).toBe(403)
})
