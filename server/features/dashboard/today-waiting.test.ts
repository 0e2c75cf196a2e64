import { beforeAll, describe, expect, test } from 'vitest'
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

describe('cases', () => {
  let overdue: number
  beforeAll(async () => {
    const [head, teacher] = [await staffIdOf(at, hod), await staffIdOf(at, faculty)]
    overdue = await at.make.reporting(pupil.id, head, { turn_since: instantAfter(-10), severity: 'high' })
    await at.make.reporting(pupil.id, head, { turn_since: instantAfter(-1), severity: 'critical', title: 'A fall' })
    await at.make.reporting(pupil.id, head, { turn_since: instantAfter(-2) })
    await at.make.reporting(pupil.id, teacher, { status: 'pending_response', is_confidential: false })
    await at.make.reporting(pupil.id, teacher, { status: 'pending_response', is_confidential: true })
  })

  test('those that wait for the person are told by number and title, the worst first, as many as the count in the header', async () => {
    for (const caller of [hod, faculty, principal, pupil.caller]) {
      const part = await partOf(caller, 'cases')
      const { body } = await caller.get('/reportings/waiting')
      expect(part?.total ?? 0).toBe(body.data.waiting)
    }
    const part = await partOf(hod, 'cases')
    expect(part?.lines?.map(({ is_urgent, since }) => [is_urgent, since])).toEqual([
      [true, dayAfter(-10)],
      [false, dayAfter(-1)],
      [false, dayAfter(-2)],
    ])
    expect(part?.lines?.[1]?.text).toMatch(/^CASE-\d{4}-\d{5} · A fall$/)
    expect(JSON.stringify(await partOf(pupil.caller, 'cases'))).not.toContain('A fall')
    expect((await partOf(pupil.caller, 'cases'))?.total).toBe(1)
  })

  test('administrators and principals are told of all that are overdue, and nobody else', async () => {
    for (const overseer of [admin, principal]) {
      const part = await partOf(overseer, 'cases-overdue')
      const { body } = await overseer.get('/reportings?turn=overdue')
      expect(part?.total).toBe(body.meta.total)
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual([overdue])
      expect(part?.lines?.[0]?.to).toBe(`/reporting?modal=view&id=${overdue}`)
    }
    for (const other of [hod, faculty, pupil.caller]) expect(await partOf(other, 'cases-overdue')).toBeUndefined()
    expect((await surgeon.get('/reportings?turn=overdue')).body.data).toEqual([])
  })
})

describe('surveys', () => {
  let open: number
  beforeAll(async () => {
    open = await at.make.survey({
      title: 'Ends soon',
      department_id: medicine,
      end_date: dayAfter(2),
      is_anonymous: true,
    })
    await at.make.question(open)
    await at.make.survey({ title: 'Ends later', department_id: medicine, end_date: dayAfter(9) })
    await at.make.survey({ title: 'Of surgery', department_id: surgery, end_date: dayAfter(1) })
    await at.make.survey({ title: 'Over', department_id: medicine, end_date: dayAfter(-1) })
    await at.make.survey({ title: 'A draft', department_id: medicine, end_date: dayAfter(1), status: 'draft' })
  })

  test('a student is asked to answer those that are open, what ends first before the others', async () => {
    expect(textsOf(await partOf(pupil.caller, 'surveys-to-answer'))).toEqual(['Of surgery', 'Ends soon', 'Ends later'])
    await at.make.participants(open, [pupil.id])
    expect(textsOf(await partOf(pupil.caller, 'surveys-to-answer'))).toEqual(['Of surgery', 'Ends later'])
  })

  test('teachers are told which of theirs are about to close, with the rate that the results show', async () => {
    const part = await partOf(faculty, 'surveys-closing')
    const { body } = await faculty.get(`/feedback-surveys/${open}/statistics`)
    const { asked, responded } = body.data
    expect(part).toMatchObject({ total: 1, lines: [{ text: 'Ends soon', to: `/feedback-results/${open}` }] })
    expect(part?.lines?.[0]?.detail).toContain(`${responded} of ${asked} have answered`)
    expect(responded).toBe(1)
    for (const other of [pupil.caller, clerk]) expect(await partOf(other, 'surveys-closing')).toBeUndefined()
  })
})

describe('people', () => {
  test('students without batch or group are counted by batch, for administrators, clerks and student affairs', async () => {
    await at.make.student(batch)
    const { id } = await at.make.student(batch)
    await at.db.deleteFrom('student_batches').where('student_id', '=', id).execute()
    await at.make.student(batch, undefined, { status: 'graduated' })
    for (const caller of [admin, clerk, affairs])
      expect((await partOf(caller, 'students-unplaced'))?.lines).toMatchObject([
        { text: 'Without a batch', count: 1, to: '/students?batch=none&only=unplaced' },
        { text: 'Batch 2023', count: 1, to: `/students?batch=${batch}&only=unplaced` },
      ])
    expect((await affairs.get('/students?batch_id=none')).body.meta.total).toBe(1)
    for (const other of [principal, hod, faculty, pupil.caller])
      expect(await partOf(other, 'students-unplaced')).toBeUndefined()
  })

  test('how long somebody has never signed in counts from the account, not from the record or the admission', async () => {
    const joined = instantAfter(-8000)
    const account = { signed_in_at: null, created_at: instantAfter(-2) }
    const late = await at.make.user({ name: 'Late Starter', ...account })
    await at.make.giveRole(late, 'faculty')
    const staff = await at.make.staff(late, surgery)
    await at.db.updateTable('staff').set({ created_at: joined }).where('id', '=', staff).execute()
    const line = (await partOf(clerk, 'never-signed-in'))?.lines?.find(({ text }) => text === 'Late Starter')
    expect(line?.since).toBe(dayAfter(-2))
    const other = await at.make.batch({ name: 'Batch of an old intake' })
    const { id, userId } = await at.make.student(other)
    await at.db.updateTable('students').set({ created_at: joined }).where('id', '=', id).execute()
    await at.db.updateTable('users').set(account).where('id', '=', userId).execute()
    const batches = (await partOf(affairs, 'never-signed-in'))?.lines
    expect(batches?.find(({ text }) => text === 'Batch of an old intake')?.since).toBe(dayAfter(-2))
  })

  test('who never signed in is told to those alone who may give another password', async () => {
    const newcomer = await at.make.user({ name: 'Nadia Newcomer', signed_in_at: null })
    await at.make.giveRole(newcomer, 'faculty')
    await at.make.staff(newcomer, surgery)
    const trusted = await at.make.user({ name: 'Head Newcomer', signed_in_at: null })
    await at.make.giveRole(trusted, 'hod')
    await at.make.staff(trusted, surgery)
    const ofClerk = await partOf(clerk, 'never-signed-in')
    expect(textsOf(ofClerk)).toContain('Nadia Newcomer')
    expect(textsOf(ofClerk)).not.toContain('Head Newcomer')
    const ofAffairs = await partOf(affairs, 'never-signed-in')
    const { body } = await affairs.get('/students?per_page=500&status=active')
    const never = body.data.filter((one: { never_signed_in: boolean }) => one.never_signed_in)
    expect(ofAffairs?.total).toBe(never.length)
    expect(never.length).toBeGreaterThan(0)
    const [staff, students] = (await partsOf(admin)).filter(({ kind }) => kind === 'never-signed-in')
    expect([staff?.title, students?.title]).toEqual(['Staff who never signed in', 'Students who never signed in'])
    expect(staff?.total).toBe((await admin.get('/staff?only=never-signed-in')).body.meta.total)
    const named = (await admin.get('/staff?only=never-signed-in')).body.data.map(({ name }: { name: string }) => name)
    expect(named).toEqual(expect.arrayContaining(['Nadia Newcomer', 'Head Newcomer']))
    expect(students?.total).toBe(never.length)
    for (const other of [principal, hod, faculty, pupil.caller])
      expect(await partOf(other, 'never-signed-in')).toBeUndefined()
  })
})
