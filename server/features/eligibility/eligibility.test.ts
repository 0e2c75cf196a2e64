import { beforeAll, expect, test } from 'vitest'
import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { dayAfter, partOf, staffIdOf } from '../../testing/today.ts'
import { sheetsOf } from '../../testing/workbooks.ts'

const { at, admin, principal, affairs, hod, faculty, surgeon, student, medicine, surgery, batch, wards, theatre } =
  await furnished()

let ali: Awaited<ReturnType<typeof student>>
let sana: typeof ali
const PATH = `/eligibility?batch_id=${batch}`

/** Ali lacks attendance and signatures in Medicine; Sana lacks only what everybody lacks. */
const OFF = { attendance: null, logbook: null, assessments: null, tasks: null }

beforeAll(async () => {
  ali = await student(wards, theatre)
  sana = await student(wards)
  for (const day of ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05']) {
    const session = await at.make.session(wards, { status: 'completed', activity_date: day })
    await at.make.entry(session, sana.id)
    await at.make.entry(session, ali.id, { status: day === '2026-02-02' ? 'present' : 'leave' })
  }
  for (const days of [3, 4]) await at.make.session(wards, { activity_date: dayAfter(days) })
  const skill = await at.make.skill(medicine)
  const fields = { task_type: 'bulk' as const, detail: '2', skill_id: skill }
  await at.make.task(medicine, [wards], fields)
  await at.make.task(medicine, [wards], { ...fields, end_date: dayAfter(-3) })
  const supervisor = await staffIdOf(at, faculty)
  const signed = {
    status: 'signed' as const,
    decision: 'completed' as const,
    signed_by: faculty.userId,
    signed_at: new Date(),
  }
  await at.make.logEntry(ali.id, skill, supervisor, { ...signed, performed_on: dayAfter(-5) })
  await at.make.logEntry(ali.id, skill, supervisor, { performed_on: dayAfter(-4) })
  const graded = { status: 'evaluated' as const, weightage: 10, total_marks: 20 }
  const theory = await at.make.assessment(wards, graded)
  await at.make.assessment(wards, graded)
  await at.make.assessment(wards, { weightage: 20 })
  await at.make.result(theory, ali.id, { marks: 9 })
  const due = await at.make.task(medicine, [wards], { end_date: dayAfter(-2) })
  await at.make.task(medicine, [wards], { end_date: dayAfter(-2), status: 'inactive' })
  await at.make.task(medicine, [wards], { end_date: dayAfter(5) })
  await at.make.task(medicine, [wards], { end_date: dayAfter(-1) })
  await at.make.submission(due, ali.id)
})

async function rowOf(caller: Client, who: { id: number }, query = ''): Promise<EligibilityRow> {
  const { status, body } = await caller.get(`${PATH}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.find((row: EligibilityRow) => row.student_id === who.id)
}
const of = (row: EligibilityRow, condition: ConditionStanding['condition'], department = medicine) =>
  row.conditions.find((one) => one.condition === condition && one.department.id === department)

test('without a rule set the minimum of attendance and the whole logbook are asked', async () => {
  const row = await rowOf(admin, ali)
  expect(row.conditions.map(({ condition }) => condition)).toEqual(['attendance', 'logbook', 'attendance'])
  expect(of(row, 'attendance', surgery)?.verdict).toBe('nothing')
  expect(of(row, 'attendance')).toEqual({
    condition: 'attendance',
    department: { id: medicine, name: 'Medicine' },
    reached: 1,
    of: 4,
    figure: 25,
    minimum: 75,
    verdict: 'missed',
    highest: 50,
    planned: 2,
    may_miss: -2,
    rule: { id: null, batch: null, department: null },
    exemption: null,
  })
  // The ended requirement has one that counts and one that waits: two of two can still be reached. The other has no end.
  expect(of(row, 'logbook')).toMatchObject({ reached: 2, of: 4, figure: 50, highest: 100, verdict: 'reachable' })
  expect(row.verdict).toBe('not_eligible')
  expect((await rowOf(admin, sana)).verdict).toBe('not_eligible')
})

test('a figure is the one that report, attendance, logbook and totals show', async () => {
  const { body: made } = await principal.post('/eligibility/rules', {
    ...OFF,
    batch_id: batch,
    attendance: 70,
    assessments: 60,
    tasks: 50,
  })
  try {
    const row = await rowOf(principal, ali)
    const report = (await admin.get(`/student-reports/student/${ali.id}?department_id=${medicine}`)).body.data
    const { present, absent, leave, percentage } = report.attendance_summary
    expect(of(row, 'attendance')).toMatchObject({ reached: present, of: present + absent + leave, figure: percentage })
    const { body: record } = await ali.caller.get(`/attendance-submissions/student/${ali.id}/record`)
    expect(record.data[0]).toMatchObject({ precise_rate: of(row, 'attendance')?.figure, planned: 2 })
    const { body: totals } = await admin.get(`/assessments/student/${ali.id}/totals`)
    const { points, out_of, percent } = totals.data[0]
    expect(of(row, 'assessments')).toMatchObject({ reached: points, of: out_of, figure: percent })
    // 4.5 of 20 points: the missing result and the assessment to come count in full at best.
    expect(of(row, 'assessments')).toMatchObject({
      reached: 4.5,
      of: 20,
      figure: 22.5,
      highest: 86.3,
      verdict: 'reachable',
    })
    // Handed in one of two that are due; inactive work is asked of nobody, and one more is to come.
    expect(of(row, 'tasks')).toMatchObject({ reached: 1, of: 2, figure: 50, highest: 100, verdict: 'met' })
    expect(of(row, 'logbook')).toBeUndefined()
  } finally {
    await principal.delete(`/eligibility/rules/${made.data.id}`)
  }
})

test('a department may be stricter and nowhere milder, and the figure says which rule asks', async () => {
  const refused = await admin.post('/eligibility/rules', {
    ...OFF,
    department_id: medicine,
    attendance: 74,
    logbook: 99,
    tasks: 1,
  })
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.errors)).toEqual(['attendance', 'logbook'])
  const { status, body } = await admin.post('/eligibility/rules', { ...OFF, department_id: medicine, attendance: 80 })
  expect(status).toBe(201)
  const { id } = body.data
  expect(of(await rowOf(admin, ali), 'attendance')).toMatchObject({
    minimum: 80,
    rule: { id, batch: null, department: { id: medicine, name: 'Medicine' } },
  })
  const { body: record } = await ali.caller.get(`/attendance-submissions/student/${ali.id}/record`)
  expect(record.data[0]).toMatchObject({ minimum: 80, may_miss: of(await rowOf(admin, ali), 'attendance')?.may_miss })
  const twice = await admin.post('/eligibility/rules', { ...OFF, department_id: medicine, attendance: 90 })
  expect(twice.status).toBe(422)
  const low = await admin.put(`/eligibility/rules/${id}`, { attendance: 10 })
  expect(low.body.errors).toEqual({
    attendance: ['Attendance must be at least 75, as it is without this department’s own rules'],
  })
  await admin.put(`/eligibility/rules/${id}`, { attendance: 85 })
  const stale = await admin.put(`/eligibility/rules/${id}`, { attendance: 90, updated_at: body.data.updated_at })
  expect([stale.status, stale.body.message]).toEqual([409, CHANGED_MEANWHILE])
  expect((await surgeon.get(`/eligibility/rules/${id}`)).status).toBe(404)
  expect((await hod.get(`/eligibility/rules/${id}`)).status).toBe(200)
  expect((await hod.put(`/eligibility/rules/${id}`, { attendance: 90 })).status).toBe(403)
  await admin.delete(`/eligibility/rules/${id}`)
  expect(
    (await at.trailOf('eligibility_rule_set', id)).map(({ action, changes }) => [action, changes.attendance]),
  ).toEqual([
    ['delete', [85, null]],
    ['update', [80, 85]],
    ['create', [null, 80]],
  ])
})

test.each([0, 101, 75.5, '75', true])('a minimum of %s is refused on its field', async (attendance) => {
  const { status, body } = await admin.post('/eligibility/rules', { ...OFF, attendance })
  expect(status).toBe(422)
  expect(Object.keys(body.errors)).toEqual(['attendance'])
})

test('a rule set that asks for nothing is refused, new or changed', async () => {
  const refusal = { attendance: ['At least one condition must have a minimum'] }
  expect((await admin.post('/eligibility/rules', { ...OFF, batch_id: batch })).body.errors).toEqual(refusal)
  const { body } = await admin.post('/eligibility/rules', { ...OFF, batch_id: batch, tasks: 50 })
  const path = `/eligibility/rules/${body.data.id}`
  expect((await admin.put(path, { tasks: null })).body.errors).toEqual(refusal)
  expect((await admin.put(path, { tasks: null, logbook: 60 })).status).toBe(200)
  expect((await admin.delete(path)).status).toBe(200)
})

test('a head is told of the own department, and of no other', async () => {
  const own = await rowOf(hod, ali)
  expect(new Set(own.conditions.map(({ department }) => department.name))).toEqual(new Set(['Medicine']))
  // Ali is in a group of theirs, in which nothing was held.
  expect(await rowOf(surgeon, ali)).toMatchObject({ verdict: 'unjudged', conditions: [{ verdict: 'nothing' }] })
  expect((await surgeon.get(`${PATH}&department_id=${medicine}`)).status).toBe(404)
  expect((await surgeon.get(`/eligibility/students/${ali.id}`)).body.data).toMatchObject({
    verdict: 'unjudged',
    conditions: [{ department: { name: 'Surgery' }, verdict: 'nothing' }],
  })
  expect((await surgeon.get(`/eligibility/export/csv?batch_id=${batch}&department_id=${medicine}`)).status).toBe(404)
  expect((await faculty.get(PATH)).status).toBe(403)
  expect((await admin.get('/eligibility?batch_id=999999')).status).toBe(404)
  expect((await admin.get('/eligibility')).body.errors).toEqual({ batch_id: ['Batch is required'] })
  const ofAll = await hod.get('/eligibility')
  expect(ofAll.body.data.map((row: EligibilityRow) => row.student_id).sort()).toEqual([ali.id, sana.id].sort())
  expect((await hod.get('/eligibility/export/csv')).raw.toString()).toContain(ali.rollNo)
})

test('a student is told of the own record alone', async () => {
  expect((await ali.caller.get('/eligibility/own')).body.data).toMatchObject({
    student_id: ali.id,
    verdict: 'not_eligible',
  })
  for (const path of [
    PATH,
    `/eligibility/students/${ali.id}`,
    '/eligibility/rules',
    `/eligibility/counts?batch_id=${batch}`,
  ])
    expect((await ali.caller.get(path)).status, path).toBe(403)
  expect((await (await student()).caller.get('/eligibility/own')).body.data.conditions).toEqual([])
})

test('the list is narrowed by verdict, condition and name, counted and paged', async () => {
  const { body } = await affairs.get(`/eligibility/counts?batch_id=${batch}&condition=attendance`)
  expect(body.data).toEqual({ eligible: 1, on_course: 0, at_risk: 0, not_eligible: 1, exempted: 0, unjudged: 1 })
  const listed = await affairs.get(`${PATH}&condition=attendance&verdict=not_eligible`)
  expect(listed.body.data.map((row: EligibilityRow) => row.student_id)).toEqual([ali.id])
  const found = await affairs.get(`${PATH}&q=${sana.rollNo}`)
  expect(found.body.data.map((row: EligibilityRow) => row.student_id)).toEqual([sana.id])
  const second = await affairs.get(`${PATH}&condition=attendance&page=2&per_page=1`)
  const worst = await affairs.get(`${PATH}&condition=attendance&sort=worst`)
  expect(worst.body.data.map(({ verdict }: EligibilityRow) => verdict)).toEqual([
    'not_eligible',
    'unjudged',
    'eligible',
  ])
  expect(second.body).toMatchObject({ data: [{ student_id: sana.id }], meta: { page: 2, per_page: 1, total: 3 } })
})

test('the principal alone exempts, with a reason, once for each condition and place, and withdraws', async () => {
  const wanted = { student_id: ali.id, condition: 'attendance', department_id: medicine, reason: 'Long illness' }
  expect((await admin.post('/eligibility/exemptions', wanted)).status).toBe(403)
  expect((await principal.post('/eligibility/exemptions', { ...wanted, reason: ' ' })).body.errors).toEqual({
    reason: ['Reason is required'],
  })
  expect((await principal.post('/eligibility/exemptions', { ...wanted, student_id: 999_999 })).body.errors).toEqual({
    student_id: ['Student does not exist'],
  })
  const { status, body } = await principal.post('/eligibility/exemptions', wanted)
  expect(status).toBe(201)
  expect((await principal.post('/eligibility/exemptions', wanted)).status).toBe(422)
  const row = await rowOf(hod, ali, '&condition=attendance')
  expect(row.verdict).toBe('exempted')
  expect(row.conditions[0]?.exemption).toMatchObject({ reason: 'Long illness', granted_by: { name: 'Principal' } })
  const mine = await admin.get(`/users/${ali.userId}/personal-data`)
  expect(mine.raw.toString()).toContain('Long illness')
  const told = async (caller: Client) =>
    (await rowOf(caller, ali, '&condition=attendance')).conditions[0]?.exemption?.reason
  expect([await told(admin), await told(principal), await told(affairs)]).toEqual([
    'Long illness',
    'Long illness',
    null,
  ])
  const csvOf = async (caller: Client) => (await caller.get(`/eligibility/export/csv?batch_id=${batch}`)).raw.toString()
  expect([await csvOf(admin), await csvOf(affairs)].map((csv) => csv.includes('Long illness'))).toEqual([true, false])
  expect((await ali.caller.get('/eligibility/own')).raw.toString()).toContain('Long illness')
  const path = `/eligibility/exemptions/${body.data.id}/withdraw`
  expect((await principal.post(path, {})).body.errors).toEqual({ reason: ['Reason is required'] })
  expect((await principal.post(path, { reason: 'Granted by mistake' })).status).toBe(200)
  expect((await principal.post(path, { reason: 'Again' })).status).toBe(409)
  expect((await rowOf(hod, ali, '&condition=attendance')).verdict).toBe('not_eligible')
  const [withdrawn, granted] = await at.trailOf('eligibility_exemption', body.data.id)
  expect(withdrawn).toMatchObject({ action: 'withdraw', changes: { withdrawn_reason: [null, 'Granted by mistake'] } })
  expect(granted).toMatchObject({ action: 'create', changes: { reason: [null, 'Long illness'] } })
})

test('files have what the list has', async () => {
  const csv = (await hod.get(`/eligibility/export/csv?batch_id=${batch}&condition=attendance`)).raw.toString()
  expect(csv).toContain(ali.rollNo)
  expect(csv).toMatch(/Medicine,Attendance,1,4,25,75,50,2,-2/)
  const { raw } = await hod.get(`/eligibility/export/xlsx?batch_id=${batch}`)
  expect((await sheetsOf(raw)).at(-1)?.rows).toContainEqual(['Department', 'Medicine'])
})

test('Today tells a student at risk, and the head how many there are, opening the list that has them', async () => {
  const mine = await partOf(ali.caller, 'eligibility-own')
  expect(mine?.lines).toMatchObject([
    { text: 'Not eligible for the examination', detail: 'Attendance in Medicine 25% of 75%', to: '/eligibility' },
  ])
  expect(await partOf(sana.caller, 'eligibility-own')).toBeUndefined()
  expect(await partOf(hod, 'eligibility-risk')).toBeUndefined()
  for (const days of [6, 7, 8, 9, 10, 11, 12, 13, 14]) await at.make.session(wards, { activity_date: dayAfter(days) })
  const part = await partOf(hod, 'eligibility-risk')
  expect(part).toMatchObject({ total: 1, lines: [{ text: 'Attendance', detail: 'Batch 2023', count: 1 }] })
  const listed = await hod.get(part?.lines?.[0]?.to ?? '')
  expect(listed.body.data.map((row: EligibilityRow) => row.student_id)).toEqual([ali.id])
  expect(await partOf(surgeon, 'eligibility-risk')).toBeUndefined()
  expect((await partOf(ali.caller, 'eligibility-own'))?.lines?.[0]?.text).toBe('At risk for the examination')
})

test('a student in another batch is not in the list, nor one who is not active', async () => {
  const gone = await student(wards)
  await at.db.updateTable('students').set({ status: 'inactive' }).where('id', '=', gone.id).execute()
  const exemption = { student_id: gone.id, condition: 'logbook', reason: 'Left' }
  expect((await principal.post('/eligibility/exemptions', exemption)).body.errors).toEqual({
    student_id: ['Student is not active'],
  })
  expect(await rowOf(admin, gone)).toBeUndefined()
  expect((await admin.get(`/eligibility/students/${gone.id}`)).status).toBe(404)
  expect((await admin.get(`/eligibility?batch_id=${await at.make.batch()}`)).body.data).toEqual([])
  expect(surgery).not.toBe(medicine)
})
