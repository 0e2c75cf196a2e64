import { expect, test } from 'vitest'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { registering, take } from '../../testing/registers.ts'
import { dayAfter } from '../../testing/today.ts'

const { at, affairs, faculty, hod, medicine, batch, registerOf } = await registering()

const PAST = dayAfter(-14)
const NOBODY = { joined_on: null, left_on: null }
const newGroup = () => at.make.group(batch, medicine)
const newStudent = async (date_of_admission: string | null = null, groupId?: number) =>
  (await at.make.student(batch, groupId, { date_of_admission })).id
const assign = async (group_id: number, student_ids: number[], more: object = {}) =>
  expect((await affairs.post('/student-groups/assign', { group_id, student_ids, ...more })).status).toBe(200)
const rosterOf = async (session: number): Promise<RosterStudent[]> =>
  (await hod.get(`/attendance-sessions/${session}/roster`)).body.data
const membersOf = async (session: number) =>
  (await rosterOf(session)).map(({ student_id, joined_on, left_on }) => ({ student_id, joined_on, left_on }))
const statusesOf = async (session: number) =>
  Object.fromEntries((await registerOf(session)).map(({ student_id, status }) => [student_id, status]))

test('the register of a past day is of those who were members then, with who joined later apart', async () => {
  const group = await newGroup()
  const [a, b] = [await newStudent(null, group), await newStudent(null, group)]
  const session = await at.make.session(group, { activity_date: PAST })
  const c = await newStudent()
  await assign(group, [b, c])
  expect(await membersOf(session)).toEqual([
    { student_id: a, joined_on: null, left_on: dayAfter(0) },
    { student_id: b, ...NOBODY },
    { student_id: c, joined_on: dayAfter(0), left_on: null },
  ])
  const { status, body } = await take(faculty, session, [{ student_id: b, status: 'present' }])
  expect(status).toBe(201)
  expect(body.data.counts).toEqual({ present: 1, absent: 1, leave: 0 })
  expect(await statusesOf(session)).toEqual({ [a]: 'absent', [b]: 'present' })
  expect((await hod.get(`/attendance-submissions/student/${c}/record`)).body.data).toMatchObject([{ total: 0 }])
  // A register that was taken keeps its rows, and students who joined later may still be added.
  await at.make.leave({ student_id: b })
  expect((await membersOf(session)).map(({ student_id }) => student_id)).toEqual([a, b, c])
})

test('today goes by who is a member now: who was taken out today is not asked for, who came in is', async () => {
  const group = await newGroup()
  const [gone, stays] = [await newStudent(null, group), await newStudent(null, group)]
  const comes = await newStudent()
  const [today, soon] = [dayAfter(0), dayAfter(3)]
  const sessions = [
    await at.make.session(group, { activity_date: today }),
    await at.make.session(group, { activity_date: soon }),
  ]
  await assign(group, [stays, comes])
  for (const session of sessions) {
    expect(await membersOf(session)).toEqual([
      { student_id: stays, ...NOBODY },
      { student_id: comes, ...NOBODY },
    ])
    const refused = await take(faculty, session, [{ student_id: gone, status: 'present' }])
    expect(refused.status).toBe(422)
    await take(faculty, session, [{ student_id: stays, status: 'leave' }])
    expect(await statusesOf(session)).toEqual({ [stays]: 'leave', [comes]: 'absent' })
  }
})

test('a college that begins in mid-term takes past registers of whoever is posted', async () => {
  const group = await newGroup()
  const [one, two] = [await newStudent(), await newStudent()]
  await assign(group, [one, two])
  const session = await at.make.session(group, { activity_date: PAST })
  expect((await rosterOf(session)).map(({ is_marked }) => is_marked)).toEqual([true, true])
  expect((await take(faculty, session, [{ student_id: two, status: 'present' }])).status).toBe(201)
  expect(await statusesOf(session)).toEqual({ [two]: 'present' })
})

test('a first group of a department counts from the admission, another one from the day of the call', async () => {
  const [first, second] = [await newGroup(), await newGroup()]
  const student = await newStudent(dayAfter(-300))
  const late = await newStudent(dayAfter(5))
  await assign(first, [student, late])
  const [before, after] = [
    await at.make.session(first, { activity_date: PAST }),
    await at.make.session(second, { activity_date: PAST }),
  ]
  // An admission that is to come makes nobody wait who is in the group already.
  expect(await membersOf(before)).toEqual([
    { student_id: student, ...NOBODY },
    { student_id: late, joined_on: dayAfter(0), left_on: null },
  ])
  expect((await affairs.post(`/students/${student}/assign-group`, { groupId: second })).status).toBe(200)
  expect((await membersOf(before))[0]).toEqual({ student_id: student, joined_on: null, left_on: dayAfter(0) })
  expect(await membersOf(after)).toEqual([{ student_id: student, joined_on: dayAfter(0), left_on: null }])
})

test('the first day is the one that is given, and no day belongs to two groups of a department', async () => {
  const [first, second] = [await newGroup(), await newGroup()]
  const [moved, added] = [await newStudent(null, first), await newStudent()]
  const [early, late] = [dayAfter(-20), dayAfter(-10)]
  const sessions = [
    await at.make.session(first, { activity_date: early }),
    await at.make.session(first, { activity_date: late }),
    await at.make.session(second, { activity_date: late }),
  ] as const
  await assign(second, [moved, added], { since: PAST })
  expect(await membersOf(sessions[0])).toEqual([{ student_id: moved, joined_on: null, left_on: PAST }])
  expect(await membersOf(sessions[1])).toEqual([])
  expect((await membersOf(sessions[2])).map(({ student_id }) => student_id)).toEqual([moved, added])
  const third = await newGroup()
  const body = { groupId: third, since: late }
  expect((await affairs.post(`/students/${added}/assign-group`, body)).status).toBe(200)
  expect(await membersOf(sessions[2])).toEqual([{ student_id: moved, ...NOBODY }])
  expect((await affairs.get(`/student-groups/student/${added}`)).body.data).toMatchObject([
    { group: { id: second }, first_day: PAST, left_on: late },
    { group: { id: third }, first_day: late, left_on: null },
  ])
  expect((await at.trailOf('group', second))[0]?.changes).toMatchObject({ since: [null, PAST] })
})

test('a membership that has ended gives way to one that is given an earlier day, of the same group too', async () => {
  const [first, second] = [await newGroup(), await newGroup()]
  const [moved, back] = [await newStudent(), await newStudent()]
  await assign(first, [moved, back], { since: dayAfter(-60) })
  await assign(first, [])
  await assign(second, [moved], { since: dayAfter(-20) })
  await assign(first, [back], { since: dayAfter(-40) })
  const on = async (group: number, day: number) =>
    (await membersOf(await at.make.session(group, { activity_date: dayAfter(day) }))).filter(
      ({ joined_on }) => joined_on === null,
    )
  expect(await on(first, -10)).toEqual([{ student_id: back, ...NOBODY }])
  expect(await on(second, -10)).toEqual([{ student_id: moved, ...NOBODY }])
  expect(await on(first, -30)).toHaveLength(2)
  expect((await affairs.get(`/student-groups/student/${back}`)).body.data).toMatchObject([
    { first_day: dayAfter(-60), left_on: dayAfter(-40) },
    { first_day: dayAfter(-40), left_on: null },
  ])
})

test('a day that is to come, or none, is refused on the field', async () => {
  const group = await newGroup()
  const student = await newStudent()
  for (const [since, text] of [
    [dayAfter(1), 'Since cannot be in the future'],
    ['2026-02-30', 'Since must be a valid date (YYYY-MM-DD)'],
    [5, 'Since must be a date'],
  ] as const) {
    const answers = [
      await affairs.post('/student-groups/assign', { group_id: group, student_ids: [student], since }),
      await affairs.post(`/students/${student}/assign-group`, { groupId: group, since }),
    ]
    for (const { status, body } of answers) expect([status, body.errors]).toEqual([422, { since: [text] }])
  }
})

test('a day before the admission of one who is added is refused, and names the earliest; an unknown admission bounds nothing', async () => {
  const group = await newGroup()
  const [early, late, member] = [await newStudent('2024-02-01'), await newStudent('2024-03-05'), await newStudent()]
  const [coming, unknown] = [await newStudent(dayAfter(5)), await newStudent()]
  const since = '2024-03-04'
  await assign(group, [member])
  const answers = [
    await affairs.post('/student-groups/assign', { group_id: group, student_ids: [member, early, late], since }),
    await affairs.post(`/students/${late}/assign-group`, { groupId: group, since }),
  ]
  for (const { status, body } of answers)
    expect([status, body.errors]).toEqual([
      422,
      { since: [expect.stringMatching(/^Since cannot be before 5 Mar 2024, when .+ was admitted$/)] },
    ])
  expect(await at.trailOf('group', group)).toHaveLength(1)
  // Students who are in the group already, or whose admission is unknown or still to come, may be given any past day.
  await assign(group, [member, early, coming, unknown], { since })
  expect((await affairs.post(`/students/${late}/assign-group`, { groupId: group, since: '2024-03-05' })).status).toBe(
    200,
  )
  // Neither is the day that counts without one asked about.
  const other = await newGroup()
  await assign(other, [late])
})

test('who leaves and comes back was a member on the days before and after, and not between', async () => {
  const group = await newGroup()
  const student = await newStudent(null, group)
  await at.make.leave({ student_id: student }, dayAfter(-30))
  await at.make.join(student, group, dayAfter(-10))
  const on = async (day: number) => (await membersOf(await at.make.session(group, { activity_date: dayAfter(day) })))[0]
  expect(await on(-40)).toEqual({ student_id: student, ...NOBODY })
  expect(await on(-20)).toEqual({ student_id: student, joined_on: dayAfter(-10), left_on: null })
  expect(await on(-5)).toEqual({ student_id: student, ...NOBODY })
})
