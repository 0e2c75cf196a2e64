import { beforeAll, describe, expect, test } from 'vitest'
import type { ReportRow } from '../../../shared/contract/student-reports.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { dayAfter, instantAfter, partOf, partsOf, staffIdOf, textsOf } from '../../testing/today.ts'

const { at, admin, principal, affairs, hod, faculty, surgeon, student, medicine, surgery, batch, wards, theatre } =
  await furnished()

let pupil: Awaited<ReturnType<typeof student>>
let clerk: Client

beforeAll(async () => {
  pupil = await student(wards, theatre)
  clerk = await at.as('clerk')
})

test('without a login it is 401, and nobody without a role is told anything', async () => {
  expect((await at.nobody.get('/today')).status).toBe(401)
  expect((await (await at.as('no-role')).get('/today')).status).toBe(403)
})

describe('registers', () => {
  beforeAll(async () => {
    const own = { staff_id: await staffIdOf(at, faculty) }
    await at.make.session(wards, { ...own, activity_date: dayAfter(-3) })
    await at.make.session(wards, { ...own, activity_date: dayAfter(-9) })
    await at.make.session(wards, { ...own, activity_date: dayAfter(0), start_time: '00:00', end_time: '00:01' })
    await at.make.session(wards, { ...own, activity_date: dayAfter(1) })
    await at.make.session(wards, { ...own, activity_date: dayAfter(-1), status: 'completed' })
    await at.make.session(wards, { ...own, activity_date: dayAfter(-1), status: 'cancelled' })
    await at.make.session(theatre, { activity_date: dayAfter(-5) })
  })

  test('the own of today come first, then the oldest, and each leads to itself', async () => {
    const part = await partOf(faculty, 'own-registers')
    expect(part?.total).toBe(3)
    expect(part?.lines?.map(({ since }) => since)).toEqual([null, dayAfter(-9), dayAfter(-3)])
    const listed = await faculty.get(
      `/attendance-sessions?staff_id=${await staffIdOf(at, faculty)}&status=pending&to=${dayAfter(0)}`,
    )
    expect(part?.total).toBe(listed.body.meta.total)
    for (const { to } of part?.lines ?? []) {
      const address = new URLSearchParams(to?.split('?')[1])
      expect(address.get('modal')).toBe('take')
      expect(listed.body.data.map(({ id }: { id: number }) => `${id}`)).toContain(address.get('id'))
    }
    expect(await partOf(hod, 'own-registers')).toBeUndefined()
  })

  test('who oversees is told how many of each department, as the list of registers not taken has them', async () => {
    const part = await partOf(principal, 'registers-not-taken')
    const { body } = await principal.get('/attendance-sessions/register-not-taken')
    expect(part?.total).toBe(body.meta.total)
    expect(part?.lines).toEqual([
      expect.objectContaining({ text: 'Medicine', count: 3, since: dayAfter(-9) }),
      expect.objectContaining({ text: 'Surgery', count: 1, since: dayAfter(-5) }),
    ])
    expect(part?.lines?.[1]?.to).toBe(`/reports?tab=register&department_id=${surgery}`)
    expect(textsOf(await partOf(hod, 'registers-not-taken'))).toEqual(['Medicine'])
    expect(textsOf(await partOf(surgeon, 'registers-not-taken'))).toEqual(['Surgery'])
  })

  test('a clerk is led to the registers themselves, a teacher is told of the own alone', async () => {
    const part = await partOf(clerk, 'registers-not-taken')
    expect(part?.total).toBe(4)
    expect(textsOf(part)).toEqual(['Wards', 'Theatre', 'Wards'])
    expect(await partOf(faculty, 'registers-not-taken')).toBeUndefined()
  })

  test('a student is told of the sessions of today and tomorrow, which lead nowhere', async () => {
    const part = await partOf(pupil.caller, 'sessions-soon')
    expect(part?.lines?.map(({ detail, to }) => [detail?.split(',')[0], to])).toEqual([
      ['Today', null],
      ['Tomorrow', null],
    ])
  })
})

describe('work', () => {
  let task: number
  beforeAll(async () => {
    const { id } = pupil
    await at.make.task(medicine, [wards], { name: 'Later', end_date: dayAfter(5) })
    await at.make.task(medicine, [wards], { name: 'Overdue', end_date: dayAfter(-2) })
    await at.make.task(surgery, [theatre], { name: 'Whenever' })
    await at.make.task(medicine, [wards], { name: 'Not begun', start_date: dayAfter(1) })
    await at.make.task(medicine, [wards], { name: 'Over', status: 'inactive' })
    task = await at.make.task(medicine, [wards], { name: 'Handed in' })
    await at.make.submission(task, id, { date_time: instantAfter(-20) })
    const done = await at.make.task(medicine, [wards], { name: 'Graded' })
    await at.make.submission(done, id, { marks: 14, graded_at: instantAfter(-1) })
    const old = await at.make.task(medicine, [wards], { name: 'Graded long ago' })
    await at.make.submission(old, id, { marks: 14, graded_at: instantAfter(-40) })
    const foreign = await at.make.task(surgery, [theatre], { name: 'Sutures' })
    await at.make.submission(foreign, id, { date_time: instantAfter(-2) })
  })

  test('a student is told what is to be handed in, the overdue first', async () => {
    const part = await partOf(pupil.caller, 'tasks-due')
    expect(textsOf(part)).toEqual(['Overdue', 'Later', 'Whenever'])
    expect(part?.lines?.map(({ is_urgent }) => is_urgent)).toEqual([true, false, false])
    const address = new URLSearchParams(part?.lines?.[0]?.to?.split('?')[1])
    const { body } = await pupil.caller.get(`/tasks/${address.get('id')}`)
    expect(body.data).toMatchObject({ name: 'Overdue', submission: null, group_id: wards })
    expect([address.get('modal'), address.get('group_id')]).toEqual(['submit', `${wards}`])
  })

  test('teachers are told what is to be graded, by task, of the own department', async () => {
    const part = await partOf(faculty, 'grading')
    expect(part).toMatchObject({ total: 1, lines: [{ text: 'Handed in', count: 1, since: dayAfter(-20) }] })
    const { body } = await faculty.get(`/tasks/${task}`)
    expect(body.data.submission_count - body.data.graded_count).toBe(part?.lines?.[0]?.count)
    expect(textsOf(await partOf(surgeon, 'grading'))).toEqual(['Sutures'])
    for (const other of [admin, principal, affairs, clerk, pupil.caller])
      expect(await partOf(other, 'grading')).toBeUndefined()
  })

  test('who oversees the college is told what has waited for over 14 days, by department', async () => {
    for (const overseer of [admin, principal])
      expect((await partOf(overseer, 'ungraded-long'))?.lines).toEqual([
        {
          text: 'Medicine',
          detail: null,
          count: 1,
          since: dayAfter(-20),
          is_urgent: true,
          to: `/tasks?department_id=${medicine}&only=ungraded-long`,
        },
      ])
    expect(await partOf(hod, 'ungraded-long')).toBeUndefined()
  })

  test('marks and results are news until they have been seen, for thirty days at the most', async () => {
    const held = await at.make.assessment(wards, { name: 'Spotter', status: 'evaluated' })
    await at.make.result(held, pupil.id, { marks: 17.5 })
    const hidden = await at.make.assessment(wards, { name: 'Not told', status: 'active' })
    await at.make.result(hidden, pupil.id, { marks: 3 })
    const { caller } = pupil
    expect((await partOf(caller, 'new-marks'))?.lines).toMatchObject([{ text: 'Graded', detail: '14 of 20' }])
    expect((await partOf(caller, 'new-results'))?.lines).toMatchObject([
      { text: 'Spotter', detail: '17.5 of 20, Medicine' },
    ])
    const { body } = await caller.get('/today')
    expect((await caller.post('/today/seen', { kind: 'new-marks', at: body.at })).status).toBe(200)
    expect(await partOf(caller, 'new-marks')).toBeUndefined()
    expect(await partOf(caller, 'new-results')).toBeDefined()
    // A time to come hides nothing that is not there yet, and an earlier one brings nothing back.
    await caller.post('/today/seen', { kind: 'new-results', at: instantAfter(1) })
    await caller.post('/today/seen', { kind: 'new-results', at: instantAfter(-9) })
    expect(await partOf(caller, 'new-results')).toBeUndefined()
    await at.db
      .updateTable('assessment_results')
      .set({ updated_at: instantAfter(0.01) })
      .where('assessment_id', '=', held)
      .execute()
    expect(textsOf(await partOf(caller, 'new-results'))).toEqual(['Spotter'])
    for (const wrong of [{ kind: 'grading', at: body.at }, { kind: 'new-marks', at: 'today' }, {}])
      expect((await caller.post('/today/seen', wrong)).status).toBe(422)
  })
})

test('assessments that nobody has marked after a week wait for the teachers of their department', async () => {
  const place = { batch_id: batch, group_id: wards }
  const old = await at.make.assessment(wards, { name: 'Viva', created_at: instantAfter(-8) })
  await at.make.assessment(wards, { name: 'New one' })
  await at.make.assessment(wards, { name: 'Announced', status: 'pending', created_at: instantAfter(-8) })
  const marked = await at.make.assessment(wards, { name: 'Marked', created_at: instantAfter(-8) })
  await at.make.result(marked, pupil.id, { marks: 1 })
  const part = await partOf(faculty, 'results-missing')
  expect(part).toMatchObject({ total: 1, lines: [{ text: 'Viva', since: dayAfter(-8) }] })
  expect(Object.fromEntries(new URLSearchParams(part?.lines?.[0]?.to?.split('?')[1]))).toMatchObject({
    group_id: `${place.group_id}`,
    batch_id: `${place.batch_id}`,
    modal: 'results',
    id: `${old}`,
  })
  expect(await partOf(surgeon, 'results-missing')).toBeUndefined()
})

test('a student is warned of a department below the minimum, as the own record says it', async () => {
  const one = await student(wards)
  const held = await at.make.session(wards, { status: 'completed', activity_date: dayAfter(-30) })
  await at.make.entry(held, one.id, { status: 'absent' })
  const part = await partOf(one.caller, 'attendance-low')
  expect(part?.lines).toMatchObject([{ text: 'Medicine', is_urgent: true, to: `/student-attendance?tab=${medicine}` }])
  expect(part?.lines?.[0]?.detail).toMatch(/^0%, at least 75%; /)
})

test('principals are told where active students are below the minimum, and the report of there shows them', async () => {
  const fourth = await at.make.batch({ name: 'Batch 2022' })
  const group = await at.make.group(fourth, surgery)
  const held = await at.make.session(group, { status: 'completed', activity_date: dayAfter(-30) })
  const entries = [
    ['absent', 'active'],
    ['leave', 'active'],
    ['present', 'active'],
    ['absent', 'suspended'],
  ] as const
  for (const [status, of] of entries)
    await at.make.entry(held, (await at.make.student(fourth, group, { status: of })).id, { status })
  const part = await partOf(principal, 'students-below')
  const line = part?.lines?.find(({ detail }) => detail?.startsWith('Batch 2022'))
  expect(line).toMatchObject({ text: 'Surgery', count: 2, detail: 'Batch 2022, below 75%' })
  const { body } = await principal.get(`/student-reports?department_id=${surgery}&batch_id=${fourth}`)
  const below = body.data.filter((row: ReportRow) => {
    const { present, absent, leave } = row.attendance_summary
    return present * 100 < 75 * (present + absent + leave)
  })
  expect(below).toHaveLength(2)
  expect(line?.to).toBe(`/reports?department_id=${surgery}&batch_id=${fourth}&only=below&fetched=yes`)
  for (const other of [hod, faculty, clerk]) expect(await partOf(other, 'students-below')).toBeUndefined()
})

test('a student who is below in two departments is one, and what is in no line is said', async () => {
  const before = await partOf(principal, 'students-below')
  const third = await at.make.batch({ name: 'Batch 2021' })
  const groups = [await at.make.group(third, medicine), await at.make.group(third, surgery)]
  const one = await at.make.student(third, groups[0])
  for (const group of groups) {
    const held = await at.make.session(group, { status: 'completed', activity_date: dayAfter(-30) })
    await at.make.entry(held, one.id, { status: 'absent' })
  }
  const part = await partOf(principal, 'students-below')
  expect(part?.total).toBe((before?.total ?? 0) + 1)
  const { body } = await principal.get('/student-reports/below-minimum')
  expect(part?.more).toBe(body.meta.total - (part?.lines?.length ?? 0))
  expect(part?.more).toBeGreaterThan(0)
})

test('a kind that cannot be read fails alone, and the whole only when none can', async () => {
  await at.db.schema.alterTable('assessments').renameTo('assessments_away').execute()
  try {
    const parts = await partsOf(faculty)
    expect(parts.filter(({ lines }) => lines === null).map(({ kind }) => kind)).toEqual(['results-missing'])
    expect(parts.find(({ kind }) => kind === 'own-registers')?.total).toBe(3)
  } finally {
    await at.db.schema.alterTable('assessments_away').renameTo('assessments').execute()
  }
})
