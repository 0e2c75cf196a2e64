import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { dayAfter, staffIdOf } from '../../testing/today.ts'

const { at, admin, principal, affairs, faculty, hod, medicine, surgeon, wards, theatre, clinic, student } =
  await furnished()
const today = dayAfter(0)
const own = await staffIdOf(at, faculty)

const session = (group: number, activity_date: string, fields: object = {}) =>
  at.make.session(group, { staff_id: own, activity_date, ...fields })
const daysOf = async (caller: typeof faculty, from = today, to = dayAfter(6)) => {
  const { status, body } = await caller.get(`/calendar/days?from=${from}&to=${to}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

test('a student has the sessions and last days of own groups, a teacher those that the teacher holds', async () => {
  const mine = await session(wards, today)
  const cancelled = await session(wards, dayAfter(2), { status: 'cancelled' })
  const others = await session(clinic, today)
  await session(wards, dayAfter(9))
  const task = await at.make.task(medicine, [wards], { name: 'Case', end_date: dayAfter(1) })
  await at.make.task(medicine, [clinic], { end_date: dayAfter(1) })
  const { caller } = await student(wards)

  const week = await daysOf(caller)
  expect(ids(week.sessions)).toEqual([mine, cancelled])
  expect(week.sessions[0]).toMatchObject({ group: { id: wards }, department: { id: medicine, name: 'Medicine' } })
  expect(week.tasks).toEqual([
    { id: task, name: 'Case', end_date: dayAfter(1), department: 'Medicine', is_handed_in: false, skill_id: null },
  ])
  expect(ids((await daysOf(faculty)).sessions)).toEqual([mine, others, cancelled])
  for (const other of [hod, admin, (await student()).caller])
    expect(await daysOf(other)).toEqual({ sessions: [], tasks: [], postings: [] })
})

test('a week of the past has the sessions of the groups in which the student was on their days', async () => {
  const { id, caller } = await student()
  await at.make.join(id, wards, dayAfter(-200))
  await at.make.leave({ student_id: id }, dayAfter(-100))
  await at.make.join(id, clinic, dayAfter(-100))
  const [before, since] = [
    [await session(wards, dayAfter(-101)), await session(wards, dayAfter(-100))],
    [await session(clinic, dayAfter(-101)), await session(clinic, dayAfter(-100))],
  ]
  const week = await daysOf(caller, dayAfter(-103), dayAfter(-97))
  expect(ids(week.sessions)).toEqual([before[0], since[1]])
})

test('a group’s week, and that of a ward, is of the own department, and for a student of the own groups', async () => {
  const [first, last] = [dayAfter(20), dayAfter(26)]
  const [atWards, atClinic, later] = [
    await session(wards, first),
    await session(clinic, dayAfter(22)),
    await session(clinic, last),
  ]
  const posting = await at.make.posting(clinic, { first_day: first, last_day: dayAfter(24), ward: 'Ward Three' })
  const of = async (caller: typeof faculty, query: string) => {
    const { status, body } = await caller.get(`/calendar/days?from=${first}&to=${last}&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return [ids(body.data.sessions), ids(body.data.postings)]
  }
  for (const caller of [faculty, hod, admin]) {
    expect(await of(caller, `group_id=${wards}`)).toEqual([[atWards], []])
    expect(await of(caller, `group_id=${clinic}`)).toEqual([[atClinic, later], [posting]])
    expect(await of(caller, 'ward=ward%20three')).toEqual([[atClinic], [posting]])
    expect(await of(caller, 'ward=Ward%204')).toEqual([[], []])
  }
  expect((await surgeon.get(`/calendar/days?from=${first}&to=${last}&group_id=${clinic}`)).status).toBe(404)
  expect(await of(surgeon, 'ward=Ward%20Three')).toEqual([[], []])
  const { caller } = await student(wards)
  expect(await of(caller, `group_id=${wards}`)).toEqual([[atWards], []])
  expect((await caller.get(`/calendar/days?from=${first}&to=${last}&group_id=${clinic}`)).status).toBe(404)
  expect(await of(caller, 'ward=Ward%20Three')).toEqual([[], []])
})

test('a teacher’s week is what is shown of it: all to who sees the college, the own department to its staff', async () => {
  const [first, last] = [dayAfter(40), dayAfter(46)]
  const inMedicine = await session(wards, first)
  const another = await at.make.session(wards, { activity_date: first })
  // One who teaches in two departments.
  const inSurgery = await session(theatre, last)
  await at.make.posting(wards, { first_day: first, last_day: last, ward: 'Ward Nine' })
  const of = async (caller: typeof faculty, query: string) => {
    const { status, body } = await caller.get(`/calendar/days?from=${first}&to=${last}&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return [ids(body.data.sessions), body.data.postings.length, body.data.tasks.length]
  }
  const teacher = `staff_id=${own}`
  for (const caller of [admin, principal, affairs]) {
    expect(await of(caller, teacher)).toEqual([[inMedicine, inSurgery], 0, 0])
    expect(await of(caller, `group_id=${wards}`)).toEqual([[inMedicine, another], 1, 0])
    expect(await of(caller, `group_id=${wards}&${teacher}`)).toEqual([[inMedicine], 1, 0])
    expect(await of(caller, 'ward=ward%20nine')).toEqual([[inMedicine, another], 1, 0])
    // None of them holds a session.
    expect(await of(caller, '')).toEqual([[], 0, 0])
  }
  expect(await of(hod, teacher)).toEqual([[inMedicine], 0, 0])
  expect(await of(surgeon, teacher)).toEqual([[inSurgery], 0, 0])
  expect(await of((await student(wards)).caller, teacher)).toEqual([[inMedicine], 0, 0])
  expect((await at.nobody.get(`/calendar/days?from=${first}&to=${last}&${teacher}`)).status).toBe(401)
})

test('an empty week is that of a group or a teacher; of nobody, and of whom the caller is not shown, there is none', async () => {
  const [first, last] = [dayAfter(60), dayAfter(66)]
  const of = async (caller: typeof faculty, query: string) => {
    const { status, body } = await caller.get(`/calendar/days?from=${first}&to=${last}&${query}`)
    return status === 200 ? body.data.sessions : [status, body.message]
  }
  const [group, teacher] = [
    [404, 'Group not found.'],
    [404, 'Staff member not found.'],
  ]
  const { caller } = await student(wards)
  for (const someone of [admin, principal, affairs, hod, surgeon, caller]) {
    expect(await of(someone, 'group_id=999999')).toEqual(group)
    expect(await of(someone, 'staff_id=999999')).toEqual(teacher)
  }
  for (const someone of [admin, principal, affairs, hod, caller]) {
    expect(await of(someone, `group_id=${wards}`)).toEqual([])
    expect(await of(someone, `staff_id=${own}`)).toEqual([])
  }
  // Those of Medicine do not exist for staff of Surgery, nor other groups for a student.
  expect(await of(surgeon, `group_id=${wards}`)).toEqual(group)
  expect(await of(surgeon, `staff_id=${own}`)).toEqual(teacher)
  expect(await of(caller, `group_id=${clinic}`)).toEqual(group)
  // Neither of the two is hidden by the other.
  expect(await of(hod, `group_id=${wards}&staff_id=999999`)).toEqual(teacher)
  expect(await of(hod, `group_id=999999&staff_id=${own}`)).toEqual(group)
  // A visiting teacher is told of by the sessions that are held in the own department.
  await session(theatre, dayAfter(61))
  expect(ids(await of(surgeon, `staff_id=${own}`))).toHaveLength(1)
})

test.each([
  ['', { from: ['From is required'], to: ['To is required'] }],
  ['from=2026-02-30&to=2026-03-01', { from: ['From must be a valid date (YYYY-MM-DD)'] }],
  ['from=2026-03-02&to=2026-03-01', { to: ['To must be on or after from'] }],
  ['from=2026-01-01&to=2026-02-01', { to: ['At most 31 days at once'] }],
])('impossible days are refused: %s', async (query, errors) => {
  const { status, body } = await faculty.get(`/calendar/days?${query}`)
  expect([status, body.errors]).toEqual([422, errors])
})
