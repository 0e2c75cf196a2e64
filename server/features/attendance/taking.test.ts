import { describe, expect, test } from 'vitest'
import { registering, take, update } from '../../testing/registers.ts'

const { at, faculty, medicine, surgery, batch, registerOf, classOf } = await registering()

const ALREADY = 'Attendance has already been taken for this session.'

describe('attendance is taken', () => {
  test('with a mark for each active student of the group: who is not posted is absent', async () => {
    const { group, first, second, third, session } = await classOf(3)
    await at.make.student(batch, group, { status: 'on_leave' })
    const { id: gone } = await at.make.student(batch, group)
    await at.make.leave({ student_id: gone })
    const { status, body } = await take(faculty, session, [
      { student_id: second, status: 'present' },
      { student_id: third, status: 'leave', remarks: ' Fever ' },
    ])
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      id: session,
      status: 'completed',
      counts: { present: 1, absent: 1, leave: 1 },
      taken_by: { id: faculty.userId },
      taken_at: expect.any(String),
    })
    expect(body.data).not.toHaveProperty('taken_key')
    expect(await registerOf(session)).toMatchObject([
      { student_id: first, status: 'absent', remarks: null },
      { student_id: second, status: 'present', remarks: null },
      { student_id: third, status: 'leave', remarks: 'Fever' },
    ])
  })

  test('by any member of staff, and leaves one row in the trail of the session', async () => {
    for (const role of ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair'] as const) {
      const { first, session } = await classOf(2)
      const caller = await at.as(role)
      expect((await take(caller, session, [{ student_id: first, status: 'present' }])).status, role).toBe(201)
      expect(await at.trailOf('attendance_session', session)).toMatchObject([
        {
          action: 'take',
          actor: { id: caller.userId },
          changes: { status: ['pending', 'completed'], present: [null, 1], absent: [null, 1], leave: [null, 0] },
        },
      ])
      const [entry] = await registerOf(session)
      expect(await at.trailOf('attendance_submission', entry?.id ?? 0)).toEqual([])
    }
  })

  test('not again, and what was taken stays', async () => {
    const { first, session } = await classOf(2)
    await take(faculty, session, [{ student_id: first, status: 'present' }])
    const before = await registerOf(session)
    const again = await take(await at.as('hod', medicine), session, [{ student_id: first, status: 'absent' }])
    expect(again.status).toBe(409)
    expect(again.body.message).toBe(ALREADY)
    expect(await registerOf(session)).toEqual(before)
  })

  test('not of a cancelled session', async () => {
    const { group } = await classOf(1)
    const session = await at.make.session(group, { status: 'cancelled' })
    for (const send of [take, update]) {
      const { status, body } = await send(faculty, session, [])
      expect(status).toBe(409)
      expect(body.message).toBe('This session is cancelled.')
    }
    expect(await registerOf(session)).toEqual([])
  })

  test('not for who is no active student of the group, and not twice for one', async () => {
    const { group, first, session } = await classOf(2)
    const { id: stranger, userId } = await at.make.student(batch)
    const { id: inactive, userId: other } = await at.make.student(batch, group, { status: 'inactive' })
    await at.db.updateTable('users').set({ name: 'Ali Raza' }).where('id', '=', userId).execute()
    await at.db.updateTable('users').set({ name: 'Zara Khan' }).where('id', '=', other).execute()
    const { status, body } = await take(
      faculty,
      session,
      [stranger, inactive, 99999].map((student_id) => ({ student_id, status: 'present' })),
    )
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      submissions: [
        'Ali Raza is not an active student of this group',
        'Zara Khan is not an active student of this group',
        'Student 99999 does not exist',
      ],
    })
    const twice = await take(faculty, session, [
      { student_id: first, status: 'present' },
      { student_id: first, status: 'absent' },
    ])
    expect(twice.status).toBe(422)
    expect(twice.body.errors.submissions).toEqual([expect.stringMatching(/^Person \d+ is listed twice$/)])
    expect(await registerOf(session)).toEqual([])
    expect((await faculty.get(`/attendance-sessions/${session}`)).body.data.status).toBe('pending')
  })

  test('not with words of no list, nor of a session that is not there or of another department', async () => {
    const { first, session } = await classOf(1)
    const entries = [{ student_id: first, status: 'present' }, { student_id: first, status: 'late' }, 5]
    expect((await take(faculty, session, entries as never)).body.errors).toEqual({
      'submissions.1.status': ['Status must be one of: present, absent, leave'],
      submissions: ['Each of submissions has a student_id and a status'],
    })
    const keyed = await take(faculty, session, [], { key: '\0' })
    expect(keyed.body.errors).toEqual({ key: ['key contains characters that cannot be stored'] })
    const foreign = await classOf(1, surgery)
    for (const id of [foreign.session, 99999])
      for (const send of [take, update]) {
        const refused = await send(faculty, id, [])
        expect(refused.status).toBe(422)
        expect(refused.body.errors).toEqual({ attendance_session_id: ['Attendance session does not exist'] })
      }
    expect((await at.nobody.post('/attendance-submissions', {})).status).toBe(401)
    expect(await registerOf(foreign.session)).toEqual([])
  })
})

describe('a taking that is sent again under its key', () => {
  test('is known, answered as before, and changes nothing', async () => {
    const { first, session } = await classOf(2)
    const sent = await take(faculty, session, [{ student_id: first, status: 'present' }], { key: 'device-1' })
    const before = await registerOf(session)
    const again = await take(faculty, session, [{ student_id: first, status: 'present' }], { key: 'device-1' })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(sent.body)
    expect(await registerOf(session)).toEqual(before)
    expect(await at.trailOf('attendance_session', session)).toHaveLength(1)
  })

  test('is refused to another person, with other marks, under another key, and without one', async () => {
    const { first, session } = await classOf(1)
    const colleague = await at.as('faculty', medicine)
    await take(faculty, session, [], { key: 'device-1' })
    const other = await take(faculty, session, [{ student_id: first, status: 'present' }], { key: 'device-1' })
    expect([other.status, other.body.message]).toEqual([409, ALREADY])
    expect((await take(colleague, session, [], { key: 'device-1' })).status).toBe(409)
    expect((await take(faculty, session, [], { key: 'device-2' })).status).toBe(409)
    expect((await take(faculty, session)).status).toBe(409)
    const without = await classOf(1)
    await take(faculty, without.session, [], { key: '' })
    expect((await take(faculty, without.session, [], { key: '' })).status).toBe(409)
  })
})

describe('thirty at once', () => {
  const all = Array.from({ length: 30 }, (_, n) => n)

  test('take one session: one wins, the others get the conflict, no mark is lost or doubled', async () => {
    const { students, session } = await classOf(20)
    const callers = await Promise.all(all.map(() => at.as('faculty', medicine)))
    const answers = await Promise.all(
      callers.map((caller, n) =>
        take(
          caller,
          session,
          students.map((student_id) => ({ student_id, status: 'present', remarks: `by ${n}` })),
        ),
      ),
    )
    const winner = answers.findIndex(({ status }) => status === 201)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...all.slice(1).map(() => 409)])
    expect(new Set(answers.flatMap(({ body }) => body.message ?? []))).toEqual(new Set([ALREADY]))
    const rows = await registerOf(session)
    expect(rows.map((row) => row.student_id)).toEqual(students)
    expect(new Set(rows.map((row) => row.remarks))).toEqual(new Set([`by ${winner}`]))
    expect(await at.trailOf('attendance_session', session)).toHaveLength(1)
  })

  test('send the same taking: all are answered, the marks are there once', async () => {
    const { students, session } = await classOf(20)
    const entries = students.map((student_id) => ({ student_id, status: 'present' }))
    const answers = await Promise.all(all.map(() => take(faculty, session, entries, { key: 'once' })))
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 201))
    expect((await registerOf(session)).map((row) => row.student_id)).toEqual(students)
    expect(await at.trailOf('attendance_session', session)).toHaveLength(1)
  })

  test('change one register: the trail, newest first, has their times in that order too', async () => {
    const { first, session } = await classOf(1)
    await take(faculty, session)
    const words = ['present', 'leave', 'absent']
    await Promise.all(all.map((n) => update(faculty, session, [{ student_id: first, status: words[n % 3] ?? '' }])))
    const { data } = (await faculty.get(`/attendance-sessions/${session}/history`)).body as { data: { at: string }[] }
    expect(data.length).toBeGreaterThan(10)
    expect(data.map(({ at: when }) => when)).toEqual(
      data
        .map(({ at: when }) => when)
        .toSorted()
        .reverse(),
    )
  })

  test('of two who change the same reading of a register, one is told that it was changed meanwhile', async () => {
    const { first, second, session } = await classOf(2)
    const { updated_at } = (await take(faculty, session)).body.data
    const colleague = await at.as('faculty', medicine)
    const answers = await Promise.all([
      update(faculty, session, [{ student_id: first, status: 'present' }], { updated_at }),
      update(colleague, session, [{ student_id: second, status: 'present' }], { updated_at }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await registerOf(session)).filter((row) => row.status === 'present')).toHaveLength(1)
  })

  test('two who change it whatever was read both are done', async () => {
    const { first, second, session } = await classOf(2)
    await take(faculty, session)
    const answers = await Promise.all([
      update(faculty, session, [{ student_id: first, status: 'present' }]),
      update(faculty, session, [{ student_id: second, status: 'leave' }]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await registerOf(session)).map((row) => row.status)).toEqual(['present', 'leave'])
  })
})
