import { describe, expect, test } from 'vitest'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, hod, medicine, surgery, batch, wards, theatre, student } = await furnished()
const teacher = await at.make.staff(await at.make.user({ name: 'Dr. Sana' }), medicine)
const surgeon = await at.make.staff(await at.make.user(), surgery)

const given = (fields: object = {}) => ({
  department_id: medicine,
  batch_id: batch,
  group_id: wards,
  activity_date: '2026-03-10',
  start_time: '09:00',
  end_time: '10:30',
  staff_id: teacher,
  ...fields,
})

describe('a session is added', () => {
  test('as pending, with all that its card shows, and leaves a trail', async () => {
    const faculty = await at.as('faculty', medicine)
    const { status, body } = await faculty.post(
      '/attendance-sessions',
      given({ year: '3rd Year', remarks: ' Ward 5 ' }),
    )
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(Number),
      own_status: null,
      ...given(),
      year: '3rd Year',
      remarks: 'Ward 5',
      status: 'pending',
      // Nine in the morning in Karachi.
      date_time: '2026-03-10T04:00:00.000Z',
      department: { id: medicine, name: 'Medicine' },
      batch: { id: batch, name: 'Batch 2023' },
      group: { id: wards, name: 'Wards' },
      staff: { id: teacher, name: 'Dr. Sana' },
      counts: null,
      taken_by: null,
      taken_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await admin.get(`/attendance-sessions/${body.data.id}`)).body.data).toEqual(body.data)
    expect(await at.trailOf('attendance_session', body.data.id)).toMatchObject([
      {
        action: 'create',
        actor: { id: faculty.userId },
        changes: { group: [null, 'Wards'], staff: [null, 'Dr. Sana'], status: [null, 'pending'] },
      },
    ])
  })

  test('not without its fields', async () => {
    const { status, body } = await hod.post('/attendance-sessions', {
      start_time: '9:00',
      end_time: '24:30',
      year: '9th',
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      department_id: ['Department is required'],
      batch_id: ['Batch is required'],
      group_id: ['Group is required'],
      activity_date: ['Activity date is required'],
      start_time: ['Start time must be a time (HH:MM)'],
      end_time: ['End time must be a time (HH:MM)'],
      staff_id: ['Staff is required'],
      year: ['Year must be one of: 1st Year, 2nd Year, 3rd Year, 4th Year, 5th Year'],
    })
  })

  test.each(['10:00', '09:59'])('not when it ends at %s and starts at ten', async (end_time) => {
    const { status, body } = await hod.post('/attendance-sessions', given({ start_time: '10:00', end_time }))
    expect(status).toBe(422)
    expect(body.errors).toEqual({ end_time: ['End time must be after the start time'] })
  })

  test.each(['completed', 'cancelled'])('not as %s', async (word) => {
    const before = await at.count('attendance_sessions')
    const { status, body } = await hod.post('/attendance-sessions', given({ status: word }))
    expect(status).toBe(422)
    expect(body.errors).toEqual({ status: ['A session is created as pending'] })
    expect(await at.count('attendance_sessions')).toBe(before)
  })

  test('not with what is not there or does not belong together, and all of it is said at once', async () => {
    const before = await at.count('attendance_sessions')
    const nowhere = given({ department_id: 99999, batch_id: 99999, group_id: 99999, staff_id: 99999 })
    expect((await admin.post('/attendance-sessions', nowhere)).body.errors).toEqual({
      department_id: ['Department does not exist'],
      batch_id: ['Batch does not exist'],
      group_id: ['Group does not exist'],
      staff_id: ['Staff member does not exist'],
    })
    const apart = { group_id: ['The group is not of this batch and department'] }
    const foreign = await admin.post('/attendance-sessions', given({ group_id: theatre, staff_id: surgeon }))
    expect(foreign.status).toBe(422)
    expect(foreign.body.errors).toEqual({
      ...apart,
      staff_id: ['The staff member is not of this department'],
    })
    const other = await at.make.batch()
    expect((await admin.post('/attendance-sessions', given({ batch_id: other }))).body.errors).toEqual(apart)
    expect(await at.count('attendance_sessions')).toBe(before)
  })

  test('not in another department, nor with a group or a person that the own does not show', async () => {
    const foreign = given({ department_id: surgery, group_id: theatre, staff_id: surgeon })
    const { status, body } = await hod.post('/attendance-sessions', foreign)
    expect(status).toBe(403)
    expect(body.message).toBe('You can only work with attendance sessions of your own department.')
    expect((await admin.post('/attendance-sessions', foreign)).status).toBe(201)
    const hidden = await hod.post('/attendance-sessions', given({ group_id: theatre, staff_id: surgeon }))
    expect(hidden.status).toBe(422)
    expect(hidden.body.errors).toEqual({
      group_id: ['Group does not exist'],
      staff_id: ['Staff member does not exist'],
    })
  })

  test('not by others', async () => {
    for (const role of ['principal', 'clerk', 'student-affair', 'student'] as const)
      expect((await (await at.as(role)).post('/attendance-sessions', given())).status, role).toBe(403)
    expect((await at.nobody.post('/attendance-sessions', given())).status).toBe(401)
  })
})

describe('sessions are listed', () => {
  test('the latest first, in pages that neither repeat nor leave out, with a total', async () => {
    const group = await at.make.group(batch, medicine)
    const early = await at.make.session(group, { activity_date: '2026-03-09', start_time: '11:00', end_time: '12:00' })
    const late = await at.make.session(group, { activity_date: '2026-03-10', start_time: '14:00', end_time: '15:00' })
    const same = [await at.make.session(group), await at.make.session(group)]
    const latestFirst = [late, same[1], same[0], early]
    const path = `/attendance-sessions/group/${group}`
    const pages = []
    for (const page of [1, 2, 3]) pages.push((await hod.get(`${path}?per_page=2&page=${page}`)).body)
    expect(pages.flatMap(({ data }) => data.map((one: { id: number }) => one.id))).toEqual(latestFirst)
    expect(pages.map(({ meta }) => meta)).toEqual([1, 2, 3].map((page) => ({ page, per_page: 2, total: 4 })))
    expect(await listed(admin, `/attendance-sessions?group_id=${group}`)).toEqual(latestFirst)
  })

  test('by every filter', async () => {
    const department = await at.make.department()
    const own = await at.make.batch()
    const group = await at.make.group(own, department)
    const person = await at.make.staff(await at.make.user(), department)
    const first = await at.make.session(group, { activity_date: '2026-01-31', staff_id: person })
    const second = await at.make.session(group, { activity_date: '2026-02-01', status: 'cancelled' })
    const third = await at.make.session(group, { activity_date: '2026-02-02', status: 'completed' })
    const of = (query: string) => listed(admin, `/attendance-sessions?department_id=${department}${query}`)
    expect(await of('')).toEqual([third, second, first])
    expect(await of('&status=cancelled')).toEqual([second])
    expect(await of(`&staff_id=${person}`)).toEqual([first])
    expect(await of('&from=2026-02-01')).toEqual([third, second])
    expect(await of('&to=2026-02-01')).toEqual([second, first])
    expect(await of('&from=2026-02-01&to=2026-02-01')).toEqual([second])
    expect(await of(`&batch_id=${batch}`)).toEqual([])
    expect(await listed(admin, `/attendance-sessions?batch_id=${own}`)).toEqual([third, second, first])
    expect(await listed(admin, `/attendance-sessions/group/${group}/pending`)).toEqual([first])
    expect(await listed(admin, `/attendance-sessions/group/${group}?status=completed`)).toEqual([third])
    expect((await admin.get(`/attendance-sessions/group/${group}/active`)).status).toBe(422)
    expect((await admin.get('/attendance-sessions?from=2026-02-30')).body.errors).toEqual({
      from: ['From must be a valid date (YYYY-MM-DD)'],
    })
  })

  test('a group without any is an empty list, one that is not there or not shown is not found', async () => {
    const empty = await at.make.group(batch, medicine)
    expect(await listed(hod, `/attendance-sessions/group/${empty}`)).toEqual([])
    await at.make.session(theatre)
    expect((await hod.get(`/attendance-sessions/group/${theatre}`)).status).toBe(404)
    expect((await hod.get('/attendance-sessions/group/99999')).status).toBe(404)
    expect(await listed(hod, `/attendance-sessions?group_id=${theatre}`)).toEqual([])
  })

  test('with how many were present, absent and on leave once attendance was taken', async () => {
    const group = await at.make.group(batch, medicine)
    const session = await at.make.session(group, { status: 'completed' })
    for (const status of ['present', 'present', 'absent', 'leave'] as const)
      await at.make.entry(session, (await student(group)).id, { status })
    const [listed] = (await hod.get(`/attendance-sessions/group/${group}`)).body.data
    expect(listed.counts).toEqual({ present: 2, absent: 1, leave: 1 })
    expect((await hod.get(`/attendance-sessions/${session}`)).body.data.counts).toEqual(listed.counts)
    const empty = await at.make.session(group, { status: 'completed' })
    expect((await hod.get(`/attendance-sessions/${empty}`)).body.data.counts).toEqual({
      present: 0,
      absent: 0,
      leave: 0,
    })
  })

  test('for students those of their own groups, without the figures of the others', async () => {
    const group = await at.make.group(batch, medicine)
    const own = await at.make.session(group, { status: 'completed' })
    await at.make.session(theatre)
    const member = await student(group)
    await at.make.entry(own, member.id)
    expect(await listed(member.caller, '/attendance-sessions')).toEqual([own])
    const mate = await student(group)
    await at.make.entry(own, mate.id, { status: 'absent' })
    expect((await member.caller.get(`/attendance-sessions/${own}`)).body.data).toMatchObject({
      counts: null,
      own_status: 'present',
    })
    expect((await mate.caller.get('/attendance-sessions')).body.data).toMatchObject([{ id: own, own_status: 'absent' }])
    expect((await hod.get(`/attendance-sessions/${own}`)).body.data.own_status).toBeNull()
    const foreign = await at.make.session(wards)
    expect((await member.caller.get(`/attendance-sessions/${foreign}`)).status).toBe(404)
    await at.db
      .updateTable('student_groups')
      .set({ status: 'inactive', ended_at: new Date() })
      .where('student_id', '=', member.id)
      .execute()
    expect(await listed(member.caller, '/attendance-sessions')).toEqual([])
    expect((await member.caller.get(`/attendance-sessions/group/${group}`)).status).toBe(404)
  })
})

describe('a student', () => {
  test('sees neither roster nor history, and takes no attendance', async () => {
    const { caller } = await student(wards)
    const session = await at.make.session(wards)
    for (const path of [`/attendance-sessions/${session}/roster`, `/attendance-sessions/${session}/history`])
      expect((await caller.get(path)).status, path).toBe(403)
    const taking = { attendance_session_id: session, submissions: [] }
    expect((await caller.post('/attendance-submissions', taking)).status).toBe(403)
    expect((await caller.post('/attendance-submissions/update', taking)).status).toBe(403)
  })
})
