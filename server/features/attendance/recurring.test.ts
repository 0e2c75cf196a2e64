import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, hod, medicine, surgery, batch } = await furnished()
const teacher = await at.make.staff(await at.make.user(), medicine)

const PATH = '/attendance-sessions/recurring'
/** Mondays and Wednesdays of two weeks of March 2026: the 2nd, 4th, 9th and 11th. */
const given = (group_id: number, fields: object = {}) => ({
  department_id: medicine,
  batch_id: batch,
  group_id,
  staff_id: teacher,
  start_time: '09:00',
  end_time: '10:00',
  activity_date: '2026-03-02',
  until: '2026-03-15',
  weekdays: [1, 3],
  ...fields,
})
const newGroup = () => at.make.group(batch, medicine)
const daysOf = async (group: number) =>
  (
    await at.db
      .selectFrom('attendance_sessions')
      .select('activity_date')
      .where('group_id', '=', group)
      .orderBy('activity_date')
      .execute()
  ).map((row) => row.activity_date)

describe('recurring sessions', () => {
  test('are shown before and made on the days shown, each with a trail', async () => {
    const group = await newGroup()
    const input = given(group, { skip: ['2026-03-09', '2026-03-10'], year: '3rd Year', remarks: 'Ward 5' })
    const plan = await hod.post(`${PATH}/preview`, input)
    expect(plan.status).toBe(200)
    expect(plan.body.data).toEqual([
      { activity_date: '2026-03-02', outcome: 'create' },
      { activity_date: '2026-03-04', outcome: 'create' },
      { activity_date: '2026-03-09', outcome: 'skipped' },
      { activity_date: '2026-03-11', outcome: 'create' },
    ])
    expect(await daysOf(group)).toEqual([])
    const { status, body } = await hod.post(PATH, input)
    expect(status).toBe(201)
    expect(body.data).toMatchObject(
      ['2026-03-02', '2026-03-04', '2026-03-11'].map((activity_date) => ({
        activity_date,
        start_time: '09:00',
        end_time: '10:00',
        status: 'pending',
        year: '3rd Year',
        remarks: 'Ward 5',
        staff: { id: teacher },
      })),
    )
    expect(await daysOf(group)).toEqual(['2026-03-02', '2026-03-04', '2026-03-11'])
    for (const { id } of body.data)
      expect(await at.trailOf('attendance_session', id)).toMatchObject([
        { action: 'create', actor: { id: hod.userId } },
      ])
  })

  test('leave out a day on which the group is busy at these hours, unless that is cancelled', async () => {
    const group = await newGroup()
    const on = (activity_date: string, start_time: string, end_time: string, more: object = {}) =>
      at.make.session(group, { activity_date, start_time, end_time, ...more })
    await on('2026-03-02', '09:59', '11:00', { status: 'completed' })
    await on('2026-03-04', '10:00', '11:00')
    await on('2026-03-09', '08:00', '12:00', { status: 'cancelled' })
    await on('2026-03-11', '08:00', '09:01')
    const { body } = await hod.post(`${PATH}/preview`, given(group))
    expect(body.data.map((day: { outcome: string }) => day.outcome)).toEqual(['exists', 'create', 'create', 'exists'])
    expect((await hod.post(PATH, given(group))).body.data).toHaveLength(2)
    expect(await daysOf(group)).toHaveLength(6)
  })

  test('reckon with night duties on either side of a day, and tell where the staff member is busy', async () => {
    const group = await newGroup()
    const night = { start_time: '20:00', end_time: '08:00' }
    await at.make.session(group, { activity_date: '2026-03-03', ...night })
    await at.make.session(group, { activity_date: '2026-03-09', start_time: '20:00', end_time: '24:00' })
    await at.make.session(group, { activity_date: '2026-03-12', start_time: '01:00', end_time: '02:00' })
    const holder = await at.make.staff(await at.make.user(), medicine)
    await at.make.session(await newGroup(), { activity_date: '2026-03-10', staff_id: holder, ...night })
    const planOf = async (fields: object) =>
      (await hod.post(`${PATH}/preview`, given(group, { staff_id: holder, ...fields }))).body.data
    expect(await planOf({ start_time: '07:00', end_time: '08:00' })).toEqual([
      { activity_date: '2026-03-02', outcome: 'create' },
      { activity_date: '2026-03-04', outcome: 'exists' },
      { activity_date: '2026-03-09', outcome: 'create' },
      { activity_date: '2026-03-11', outcome: 'create', staff_busy: true },
    ])
    expect(await planOf({ start_time: '22:00', end_time: '02:00' })).toMatchObject([
      { outcome: 'create' },
      { outcome: 'create' },
      { outcome: 'exists' },
      { outcome: 'exists' },
    ])
    expect(await planOf({ start_time: '08:00', end_time: '20:00' })).toMatchObject(
      Array.from({ length: 4 }, () => ({ outcome: 'create' })),
    )
  })

  test('that are sent twice at once are made once', async () => {
    const group = await newGroup()
    const answers = await Promise.all([1, 2, 3, 4].map(() => hod.post(PATH, given(group))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(await daysOf(group)).toHaveLength(4)
    expect((await hod.post(PATH, given(group))).body.errors).toEqual({ until: ['No session would be created'] })
    const { body } = await hod.post(`${PATH}/preview`, given(group))
    expect(new Set(body.data.map((day: { outcome: string }) => day.outcome))).toEqual(new Set(['exists']))
  })

  test('are at most a year’s weekdays', async () => {
    const group = await newGroup()
    const weekdays = [1, 2, 3, 4, 5]
    const tooMany = { until: ['At most 260 sessions can be created at once'] }
    // 260 weekdays are 52 weeks: from Monday, 2 March 2026 to Friday, 26 February 2027.
    for (const path of [PATH, `${PATH}/preview`]) {
      const { status, body } = await hod.post(path, given(group, { weekdays, until: '2027-03-01' }))
      expect(status).toBe(422)
      expect(body.errors).toEqual(tooMany)
    }
    expect(await daysOf(group)).toEqual([])
    const skip = ['2026-12-25']
    expect((await hod.post(PATH, given(group, { weekdays, until: '2027-03-01', skip }))).body.data).toHaveLength(260)
  })

  test.each([PATH, `${PATH}/preview`])('%s refuses what makes no sense', async (path) => {
    const group = await newGroup()
    const errorsOf = async (fields: object) => {
      const { status, body } = await hod.post(path, given(group, fields))
      expect(status).toBe(422)
      return body.errors
    }
    expect(await errorsOf({ until: '2026-03-01' })).toEqual({
      until: ['Until must be on or after the activity date'],
    })
    expect(await errorsOf({ weekdays: [] })).toEqual({ weekdays: ['Choose at least one weekday'] })
    expect(await errorsOf({ weekdays: [0, 8] })).toEqual({ weekdays: ['Weekday must be 1 to 7'] })
    expect(await errorsOf({ end_time: '09:00' })).toEqual({ end_time: ['End time must be after the start time'] })
    expect(await errorsOf({ start_time: '9:00' })).toEqual({ start_time: ['Start time must be a time (HH:MM)'] })
    expect(await errorsOf({ until: '2026-02-30' })).toEqual({ until: ['Until must be a valid date (YYYY-MM-DD)'] })
    const days = Array.from({ length: 401 }, () => '2026-03-09')
    expect(await errorsOf({ skip: days })).toEqual({ skip: ['Skipped days are at most 400'] })
    const foreign = await at.make.group(batch, surgery)
    expect(await errorsOf({ group_id: foreign })).toEqual({ group_id: ['Group does not exist'] })
    expect((await hod.post(path, given(foreign, { department_id: surgery }))).status).toBe(403)
    expect(await daysOf(group)).toEqual([])
  })

  test('are none when no chosen weekday is among the days', async () => {
    const group = await newGroup()
    const { body } = await hod.post(PATH, given(group, { until: '2026-03-03', weekdays: [5] }))
    expect(body.errors).toEqual({ until: ['No session would be created'] })
  })

  test('are not made by others', async () => {
    const group = await newGroup()
    for (const role of ['principal', 'clerk', 'student-affair', 'student'] as const) {
      const caller = await at.as(role)
      for (const path of [PATH, `${PATH}/preview`]) expect((await caller.post(path, given(group))).status).toBe(403)
    }
    expect((await at.nobody.post(PATH, given(group))).status).toBe(401)
  })
})
