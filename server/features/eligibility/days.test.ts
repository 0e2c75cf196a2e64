import { expect, test } from 'vitest'
import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { furnished } from '../../testing/college.ts'
import { dayAfter, staffIdOf } from '../../testing/today.ts'

const { at, admin, principal, faculty, surgeon, student, medicine, surgery, batch, wards, clinic } = await furnished()
const DAY = dayAfter(-30)
const instantOn = (days: number) => new Date(`${dayAfter(days)}T06:00:00Z`)

const of = ({ conditions }: EligibilityRow, condition: ConditionStanding['condition']) =>
  conditions.find((one) => one.condition === condition)
const rowOf = async (id: number, day?: string): Promise<EligibilityRow | undefined> => {
  const { status, body } = await admin.get(`/eligibility?batch_id=${batch}${day === undefined ? '' : `&day=${day}`}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.find(({ student_id }: EligibilityRow) => student_id === id)
}

test('asked for a former day, the list judges by groups, registers, performances, work and exemptions of that day', async () => {
  const { id } = await student()
  await at.make.join(id, wards, dayAfter(-100))
  await at.make.leave({ student_id: id }, dayAfter(-20))
  await at.make.join(id, clinic, dayAfter(-20))
  // Two sessions before the day, one of them missed; two after it, present in both; and one that is still to come.
  for (const [group, days, status] of [
    [wards, -40, 'present'],
    [wards, -35, 'absent'],
    [wards, -25, 'present'],
    [clinic, -10, 'present'],
  ] as const)
    await at.make.entry(await at.make.session(group, { status: 'completed', activity_date: dayAfter(days) }), id, {
      status,
    })
  await at.make.session(clinic, { activity_date: dayAfter(3) })
  const skill = await at.make.skill(medicine)
  const fields = { task_type: 'bulk' as const, detail: '4', skill_id: skill, created_at: instantOn(-90) }
  await at.make.task(medicine, [wards, clinic], fields)
  const supervisor = await staffIdOf(at, faculty)
  const signed = {
    status: 'signed' as const,
    decision: 'completed' as const,
    signed_by: faculty.userId,
    signed_at: new Date(),
  }
  for (const days of [-50, -31, -29])
    await at.make.logEntry(id, skill, supervisor, { ...signed, performed_on: dayAfter(days) })
  const due = { end_date: dayAfter(-32), created_at: instantOn(-90), status: 'inactive' as const }
  const inTime = await at.make.task(medicine, [wards], due)
  const late = await at.make.task(medicine, [wards], due)
  await at.make.task(medicine, [wards], { end_date: dayAfter(-5), created_at: instantOn(-90), status: 'inactive' })
  await at.make.task(medicine, [wards], { end_date: dayAfter(-5), created_at: instantOn(-29) })
  await at.make.submission(inTime, id, { date_time: instantOn(-33) })
  await at.make.submission(late, id, { date_time: instantOn(-28) })
  const { body } = await principal.post('/eligibility/rules', {
    batch_id: batch,
    attendance: 75,
    logbook: 60,
    assessments: null,
    tasks: 75,
  })
  expect(body.data.batch_id).toBe(batch)
  const exemption = { student_id: id, condition: 'attendance', reason: 'Illness' }
  expect((await principal.post('/eligibility/exemptions', exemption)).status).toBe(201)

  const then = await rowOf(id, DAY)
  if (!then) throw new Error('The student was in the batch on that day')
  // The group of that day had one more session.
  expect(of(then, 'attendance')).toMatchObject({ reached: 1, of: 2, figure: 50, planned: 1, exemption: null })
  expect(of(then, 'logbook')).toMatchObject({ reached: 2, of: 4 })
  expect(of(then, 'tasks')).toMatchObject({ reached: 1, of: 2, figure: 50 })
  expect(then.verdict).toBe('not_eligible')
  expect((await admin.get(`/eligibility/students/${id}?day=${DAY}`)).body.data).toEqual(then)
  const now = await rowOf(id)
  if (!now) throw new Error('The student is in the batch')
  expect(of(now, 'attendance')).toMatchObject({ reached: 3, of: 4, planned: 1, exemption: { reason: 'Illness' } })
  expect(of(now, 'logbook')).toMatchObject({ reached: 3, of: 4 })
  for (const day of [dayAfter(0), dayAfter(9)]) expect(await rowOf(id, day)).toEqual(now)

  const csv = (await admin.get(`/eligibility/export/csv?batch_id=${batch}&day=${DAY}`)).raw.toString()
  expect(csv).toContain('Medicine,Attendance,1,2,50,75')
  expect((await admin.get(`/eligibility?batch_id=${batch}&day=2026-02-30`)).body.errors).toHaveProperty('day')
})

test('who has come into the batch since is not in its list of a former day', async () => {
  const { id } = await student(wards)
  const [other, first] = [await at.make.batch(), instantOn(-200)]
  await at.db
    .updateTable('student_batches')
    .set({ batch_id: other, status: 'inactive', created_at: first, ended_at: instantOn(-10) })
    .where('student_id', '=', id)
    .execute()
  await at.db
    .insertInto('student_batches')
    .values({ student_id: id, batch_id: batch, created_at: instantOn(-10) })
    .execute()
  expect(await rowOf(id)).toBeDefined()
  expect(await rowOf(id, DAY)).toBeUndefined()
})

test('a day on which nothing had begun is refused on its field, for the list, its counts, its files and a student', async () => {
  const own = await at.make.batch()
  const group = await at.make.group(own, medicine)
  const { id } = await at.make.student(own)
  const asked = (day: number, path = '') => admin.get(`/eligibility${path}?batch_id=${own}&day=${dayAfter(day)}`)
  // A batch without any day has no beginning that could be told.
  expect((await asked(-400)).status).toBe(200)
  await at.make.join(id, group, dayAfter(-80))
  await at.make.session(group, { status: 'cancelled', activity_date: dayAfter(-95) })
  const refusal = { day: [`Nothing had begun here on that day. The first day is ${writtenDay(dayAfter(-80))}`] }
  for (const path of ['', '/counts', '/export/csv', '/export/pdf']) {
    const { status, body } = await asked(-81, path)
    expect([status, body.errors], path).toEqual([422, refusal])
    expect((await asked(-80, path)).status, path).toBe(200)
  }
  const ofStudent = (days: number) => admin.get(`/eligibility/students/${id}?day=${dayAfter(days)}`)
  const early = await ofStudent(-81)
  expect([early.status, early.body.errors, (await ofStudent(-80)).status]).toEqual([422, refusal, 200])
  // A session, or a task, may be earlier than who is in the group now.
  await at.make.session(group, { status: 'completed', activity_date: dayAfter(-90) })
  expect([(await asked(-91)).status, (await asked(-90)).status]).toEqual([422, 200])
  await at.make.task(medicine, [group], { start_date: dayAfter(-100), end_date: dayAfter(-99) })
  expect([(await asked(-101)).status, (await asked(-100)).status]).toEqual([422, 200])
  // In a department in which the batch has nothing yet, no day is the first.
  const elsewhere = `/eligibility?batch_id=${own}&department_id=${surgery}&day=${dayAfter(-101)}`
  expect((await admin.get(elsewhere)).status).toBe(200)
  // Staff of another department are told nothing of this one.
  expect((await surgeon.get(`/eligibility?batch_id=${own}&day=${dayAfter(-101)}`)).body.data).toEqual([])
})
