import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logging } from '../../testing/logbook.ts'
import { partOf } from '../../testing/today.ts'

const college = await logging()
const { at, hod, faculty, wards, skill, log } = college
const pupil = await college.student(wards)

test('a supervisor is told what waits for the own signature, and a head what waits long', async () => {
  expect(await partOf(faculty, 'to-sign')).toBeUndefined()
  for (let n = 0; n < 2; n += 1) await log(pupil.caller)
  expect(await partOf(faculty, 'to-sign')).toMatchObject({
    total: 2,
    lines: [{ detail: expect.stringContaining('2 performances'), to: `/logbook?tab=to-sign&student_id=${pupil.id}` }],
  })
  expect(await partOf(hod, 'to-sign')).toBeUndefined()
  expect(await partOf(hod, 'unsigned-long')).toBeUndefined()
  const gone = await college.teacher({ status: 'resigned' })
  await at.make.logEntry(pupil.id, skill, gone)
  await at.make.logEntry(pupil.id, skill, await college.teacher(), {
    created_at: new Date(Date.now() - 15 * 86_400_000),
  })
  const waiting = await partOf(hod, 'unsigned-long')
  expect(waiting).toMatchObject({
    total: 2,
    lines: [{ is_urgent: false }, { detail: 'not at work any more', is_urgent: true }],
  })
  expect(await partOf(faculty, 'unsigned-long')).toBeUndefined()
  const moved = await college.teacher()
  await at.make.logEntry(pupil.id, skill, moved)
  await at.db.updateTable('staff').set({ department_id: college.surgery }).where('id', '=', moved).execute()
  expect((await partOf(hod, 'unsigned-long'))?.total).toBe(3)
})

test('a student is told what came back, and why, until it is sent again', async () => {
  const { id } = await log(pupil.caller)
  await faculty.post(`/log-entries/${id}/return`, { feedback: 'Which side?' })
  expect(await partOf(pupil.caller, 'entries-returned')).toMatchObject({
    total: 1,
    lines: [
      { text: 'Cannulation', detail: expect.stringContaining('Which side?'), to: `/logbook?modal=edit&id=${id}` },
    ],
  })
  await pupil.caller.put(`/log-entries/${id}`, { place: 'Left arm' })
  expect(await partOf(pupil.caller, 'entries-returned')).toBeUndefined()
})

test('of what came back the student’s own device is told, and nobody else’s', async () => {
  const other = await college.student(wards)
  await sql`insert into push_devices (user_id, login_id, endpoint, p256dh, auth)
    select distinct on (user_id) user_id, id, 'https://push.test/' || id, '\\x00', '\\x00' from logins order by user_id, id`.execute(
    at.db,
  )
  const { id } = await log(pupil.caller)
  await log(other.caller)
  await faculty.post(`/log-entries/${id}/return`, { feedback: 'Which side?' })
  expect(await at.db.selectFrom('push_events').select(['user_id', 'kind']).execute()).toEqual([
    { user_id: pupil.userId, kind: 'returned' },
  ])
})
