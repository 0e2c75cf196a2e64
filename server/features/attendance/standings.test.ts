import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, faculty, admin, student, medicine, batch, wards, theatre } = await furnished()

interface Standing {
  student_id: number
  department_id: number
  present: number
  absent: number
  leave: number
}

/** Returns the kept counts, and those of the entries of completed sessions counted anew. */
async function compared() {
  const kept = await sql<Standing>`select student_id, department_id, present, absent, leave from attendance_standings
    where present <> 0 or absent <> 0 or leave <> 0 order by 1, 2`.execute(at.db)
  const counted = await sql<Standing>`select m.student_id, s.department_id,
      count(*) filter (where m.status = 'present') as present, count(*) filter (where m.status = 'absent') as absent,
      count(*) filter (where m.status = 'leave') as leave
    from attendance_submissions m join attendance_sessions s on s.id = m.attendance_session_id
    where s.status = 'completed' group by 1, 2 order by 1, 2`.execute(at.db)
  expect(kept.rows).toEqual(counted.rows)
  return kept.rows
}

let one: Awaited<ReturnType<typeof student>>
let other: Awaited<ReturnType<typeof student>>

beforeAll(async () => {
  one = await student(wards, theatre)
  other = await student(wards)
})

const take = (attendance_session_id: number, ...statuses: ['present' | 'absent' | 'leave', number][]) => ({
  attendance_session_id,
  submissions: statuses.map(([status, student_id]) => ({ student_id, status })),
})

test('the sums follow a register that is taken, changed, and loses an entry', async () => {
  const session = await at.make.session(wards)
  expect(
    (await faculty.post('/attendance-submissions', take(session, ['present', one.id], ['leave', other.id]))).status,
  ).toBe(201)
  expect(await compared()).toEqual([
    { student_id: one.id, department_id: medicine, present: 1, absent: 0, leave: 0 },
    { student_id: other.id, department_id: medicine, present: 0, absent: 0, leave: 1 },
  ])
  expect((await faculty.post('/attendance-submissions/update', take(session, ['absent', one.id]))).status).toBe(200)
  expect((await compared())[0]).toMatchObject({ present: 0, absent: 1 })
  const { body } = await admin.get(`/attendance-submissions/attendance-session/${session}`)
  expect((await admin.delete(`/attendance-submissions/${body.data[0].id}`)).status).toBe(200)
  expect(await compared()).toHaveLength(1)
})

test('what is changed by hand is counted too: of sessions that are no longer completed nothing is', async () => {
  const session = await at.make.session(theatre, { status: 'completed' })
  await at.make.entry(session, one.id)
  const before = await compared()
  await at.db
    .updateTable('attendance_sessions')
    .set({ status: 'cancelled', taken_at: null })
    .where('id', '=', session)
    .execute()
  expect(await compared()).toHaveLength(before.length - 1)
  await at.db
    .updateTable('attendance_submissions')
    .set({ status: 'leave' })
    .where('attendance_session_id', '=', session)
    .execute()
  await compared()
  await at.db
    .updateTable('attendance_sessions')
    .set({ status: 'completed', taken_at: new Date() })
    .where('id', '=', session)
    .execute()
  expect(await compared()).toHaveLength(before.length)
})

test('registers that are taken and changed at once, of the same students, are all counted', async () => {
  const groups = await Promise.all([1, 2, 3].map(() => at.make.group(batch, medicine)))
  const members = await Promise.all(Array.from({ length: 12 }, () => at.make.student(batch)))
  const sessions = await Promise.all(
    groups.flatMap((group, index) =>
      [1, 2, 3, 4].map((day) =>
        at.make.session(group, { activity_date: `2026-02-0${day}`, start_time: `0${index + 1}:00` }),
      ),
    ),
  )
  for (const [index, group] of groups.entries())
    for (const { id } of members.slice(index * 4, index * 4 + 4)) await at.make.join(id, group)
  const posted = sessions.map((session, index) => {
    const group = Math.floor(index / 4)
    return take(
      session,
      ...members.slice(group * 4, group * 4 + 4).map(({ id }) => ['present', id] as ['present', number]),
    )
  })
  const taken = await Promise.all(posted.map((body) => faculty.post('/attendance-submissions', body)))
  expect(taken.map(({ status }) => status)).toEqual(sessions.map(() => 201))
  await compared()
  const changed = await Promise.all(
    posted.map((body) =>
      faculty.post('/attendance-submissions/update', {
        ...body,
        submissions: body.submissions.toReversed().map((entry) => ({ ...entry, status: 'absent' })),
      }),
    ),
  )
  expect(changed.map(({ status }) => status)).toEqual(sessions.map(() => 200))
  const rows = await compared()
  expect(rows.filter(({ absent }) => absent === 4)).toHaveLength(12)
})

test('a student of whom only the sums of what was deleted are left can be deleted', async () => {
  const gone = await student(wards)
  const session = await at.make.session(wards, { status: 'completed' })
  const entry = await at.make.entry(session, gone.id)
  expect((await admin.delete(`/students/${gone.id}`)).status).toBe(409)
  expect((await admin.delete(`/attendance-submissions/${entry}`)).status).toBe(200)
  expect((await admin.delete(`/students/${gone.id}`)).status).toBe(200)
})
