import { expect, test } from 'vitest'
import { casesCollege } from '../../testing/cases.ts'

const { at, admin, hod, principal, about, file, medicine, wards, student } = await casesCollege()

const pathOf = (userId: number) => `/users/${userId}/personal-data`

const task = await at.make.task(medicine, [wards])
const { id: studentId, userId, caller } = await student(wards)
await at.make.submission(task, studentId)
const session = await at.make.session(wards, { status: 'completed', taken_at: new Date() })
await at.make.entry(session, studentId)

test('a student gets all of the own, and nobody else’s', async () => {
  const other = await student(wards)
  await at.make.submission(task, other.id)
  await at.make.entry(session, other.id)
  const { status, headers, body } = await caller.get(pathOf(userId))
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/)
  expect(headers['cache-control']).toBe('private, no-store')
  expect(body.account).toMatchObject({ id: userId, roles: ['student'] })
  expect(body.student).toMatchObject({ id: studentId })
  expect([body.staff, body.batches.length, body.groups.length]).toEqual([null, 1, 1])
  for (const part of ['submissions', 'attendance'])
    expect(body[part].map((row: { student_id: number }) => row.student_id)).toEqual([studentId])
  expect(body.submissions[0].files).toEqual([])
  expect(body.logins).toHaveLength(1)
  expect(JSON.stringify(body)).not.toMatch(/password|token|hash"|internal_notes|"total"/)
})

test('a student’s has no confidential case about the student, and no internal notes', async () => {
  await file({ title: 'Seen by the student', internal_notes: 'Secret note' })
  await file({ title: 'Whisper hidden', is_confidential: true })
  for (const reader of [about.caller, admin]) {
    const { body } = await reader.get(pathOf(about.userId))
    expect(body.incident_cases.map(({ title }: { title: string }) => title)).toEqual(['Seen by the student'])
    expect(JSON.stringify(body)).not.toMatch(/Whisper|Secret/)
  }
})

test('a student reads the own cases whole, and nothing of whether staff keep one of them confidential', async () => {
  const { id: staffId } = await at.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  const own = await student(wards)
  const filed = { reported_by: own.userId, title: 'Mine' }
  await at.make.reporting(own.id, staffId, filed)
  await at.make.reporting(own.id, staffId, { ...filed, is_confidential: true })
  const cases = (await own.caller.get(pathOf(own.userId))).body.incident_cases as Record<string, unknown>[]
  expect(cases.map(({ title }) => title)).toEqual(['Mine', 'Mine'])
  expect(cases.map(({ is_confidential }) => is_confidential)).toEqual([null, null])
  const [one = {}, other = {}] = cases
  expect(Object.keys(one)).toEqual(Object.keys(other))
})

test('of staff it names the cases that the person has filed, and tells nothing of whom they are about', async () => {
  const { body } = await hod.get(pathOf(hod.userId))
  expect(body.staff).toMatchObject({ user_id: hod.userId })
  expect(body.incident_cases).toHaveLength(2)
  for (const one of body.incident_cases) expect(Object.keys(one)).toEqual(['id', 'case_number', 'status', 'created_at'])
  const { body: overseer } = await principal.get(pathOf(principal.userId))
  expect(overseer.incident_cases).toEqual([])
  expect(overseer).not.toHaveProperty('submissions')
})

test('a student’s has the own performances; a signer’s has the signatures, and nothing of whom they are about', async () => {
  const own = await student(wards)
  const [supervisor] = await at.db.selectFrom('staff').select('id').where('user_id', '=', hod.userId).execute()
  const entry = await at.make.logEntry(own.id, await at.make.skill(medicine), supervisor?.id ?? 0, {
    reflection: 'My hands shook',
  })
  await hod.post('/log-entries/sign', { ids: [entry], decision: 'completed', feedback: 'Steady next time' })
  const theirs = (await own.caller.get(pathOf(own.userId))).body
  expect(theirs.performances).toMatchObject([{ id: entry, reflection: 'My hands shook', feedback: 'Steady next time' }])
  expect(theirs.signed_performances).toEqual([])
  const { body } = await hod.get(pathOf(hod.userId))
  expect(body.signed_performances).toMatchObject([{ id: entry, decision: 'completed', feedback: 'Steady next time' }])
  expect(JSON.stringify(body.signed_performances)).not.toMatch(/hands shook|student/)
})

test('of somebody who has left an administrator makes it, nobody else, and the trail says so', async () => {
  await at.db.updateTable('students').set({ status: 'graduated' }).where('id', '=', studentId).execute()
  expect((await caller.get(pathOf(userId))).status).toBe(401)
  for (const nosy of [hod, principal, about.caller]) expect((await nosy.get(pathOf(userId))).status).toBe(403)
  expect((await admin.get(pathOf(userId))).body.student).toMatchObject({ id: studentId, status: 'graduated' })
  expect((await admin.get(pathOf(999_999))).status).toBe(404)
  const [last] = await at.trailOf('export', userId)
  expect(last).toMatchObject({
    action: 'export',
    actor: { id: admin.userId },
    changes: { what: [null, 'personal data'] },
  })
})
