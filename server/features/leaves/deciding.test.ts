import { beforeEach, describe, expect, test } from 'vitest'
import type { Leave } from '../../../shared/contract/leaves.ts'
import type { Client } from '../../testing/app.ts'
import { furnished, listed } from '../../testing/college.ts'
import { answersIn, ask, dayFromNow } from '../../testing/leaves.ts'
import { partOf, textsOf } from '../../testing/today.ts'

const college = await furnished()
const { at, admin, principal, hod, faculty, surgeon, affairs, medicine, surgery, wards, theatre } = college

const decide = (caller: Client, { id }: Pick<Leave, 'id'>, body: object) =>
  caller.post(`/leaves/${id}/decision`, { department_id: medicine, status: 'granted', ...body })

let pupil: Awaited<ReturnType<typeof college.student>>
let leave: Leave
beforeEach(async () => {
  pupil = await college.student(wards, theatre)
  leave = await ask(pupil.caller)
})

describe('the head of a department', () => {
  test('grants for it, with a note, and the student is told', async () => {
    const { status, body } = await decide(hod, leave, { note: ' Get well soon ' })
    expect(status).toBe(200)
    expect(body.data.answers).toEqual([
      {
        department: { id: medicine, name: 'Medicine' },
        status: 'granted',
        note: 'Get well soon',
        answered_by: { id: hod.userId, name: 'Head' },
        answered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: expect.any(String),
      },
    ])
    const { body: told } = await pupil.caller.get(`/leaves/${leave.id}`)
    expect(answersIn(told.data)).toEqual({ Medicine: 'granted', Surgery: 'pending' })
    expect(await at.trailOf('leave', leave.id)).toMatchObject([
      {
        action: 'grant',
        actor: { id: hod.userId },
        changes: { department: [null, 'Medicine'], status: ['pending', 'granted'], note: [null, 'Get well soon'] },
      },
      { action: 'create' },
    ])
  })

  test('refuses with a note, which is never left out', async () => {
    for (const note of [undefined, '', '   ', null])
      expect((await decide(hod, leave, { status: 'refused', note })).body.errors).toEqual({
        note: ['Please enter a note: the student is told why'],
      })
    const { body } = await decide(hod, leave, { status: 'refused', note: 'Examination' })
    expect(body.data.answers).toMatchObject([{ status: 'refused', note: 'Examination' }])
  })

  test('decides otherwise, and the trail keeps both', async () => {
    const { body } = await decide(hod, leave, { status: 'refused', note: 'Examination' })
    const { updated_at } = body.data.answers[0]
    expect((await decide(admin, leave, { updated_at })).status).toBe(200)
    expect((await decide(hod, leave, { status: 'refused', note: 'No', updated_at })).status).toBe(409)
    const trail = await at.trailOf('leave', leave.id)
    expect(trail.map(({ action }: { action: string }) => action)).toEqual(['grant', 'refuse', 'create'])
  })

  test('leaves nothing in the trail for the same decision again', async () => {
    for (const _ of [1, 2]) expect((await decide(hod, leave, { note: 'Yes' })).status).toBe(200)
    expect(await at.trailOf('leave', leave.id)).toHaveLength(2)
  })

  test('decides for no other department, and nothing that was not asked', async () => {
    expect((await decide(hod, leave, { department_id: surgery })).status).toBe(422)
    const { id } = await ask(pupil.caller, {
      first_day: dayFromNow(3),
      last_day: dayFromNow(3),
      department_ids: [surgery],
    })
    expect((await decide(hod, { id }, {})).status).toBe(404)
    expect((await decide(admin, { id }, {})).body.errors).toEqual({ department_id: ['This department was not asked'] })
    expect((await decide(surgeon, { id }, { department_id: surgery })).status).toBe(200)
  })

  test('and nobody else but an administrator', async () => {
    for (const caller of [principal, faculty, affairs, pupil.caller])
      expect((await decide(caller, leave, {})).status).toBe(403)
    for (const wrong of [
      { status: 'withdrawn' },
      { status: 'pending' },
      { department_id: null },
      { note: 'x'.repeat(1001) },
    ])
      expect((await decide(hod, leave, wrong)).status).toBe(422)
    expect(answersIn((await admin.get(`/leaves/${leave.id}`)).body.data)).toEqual({
      Medicine: 'pending',
      Surgery: 'pending',
    })
  })
})

describe('a student withdraws', () => {
  test('what no department has answered yet', async () => {
    await decide(hod, leave, {})
    const { body } = await pupil.caller.post(`/leaves/${leave.id}/withdrawal`)
    expect(answersIn(body.data)).toEqual({ Medicine: 'granted', Surgery: 'withdrawn' })
    expect((await decide(surgeon, leave, { department_id: surgery })).body.message).toBe(
      'This leave request has been withdrawn.',
    )
    expect((await pupil.caller.post(`/leaves/${leave.id}/withdrawal`)).status).toBe(409)
    expect((await at.trailOf('leave', leave.id))[0]).toMatchObject({
      action: 'withdraw',
      changes: { department: [null, 'Surgery'], status: ['pending', 'withdrawn'] },
    })
  })

  test('the own one alone, and not while it is being decided', async () => {
    const other = await college.student(wards)
    expect((await other.caller.post(`/leaves/${leave.id}/withdrawal`)).status).toBe(404)
    const answers = await Promise.all([
      decide(hod, leave, {}),
      decide(surgeon, leave, { department_id: surgery }),
      pupil.caller.post(`/leaves/${leave.id}/withdrawal`),
    ])
    const { body } = await admin.get(`/leaves/${leave.id}`)
    const states = Object.values(answersIn(body.data))
    const granted = answers.slice(0, 2).filter(({ status }) => status === 200)
    expect(states.filter((state) => state === 'granted')).toHaveLength(granted.length)
    expect(states).not.toContain('pending')
  })
})

describe('the list', () => {
  test('is what one may see, what waits oldest first', async () => {
    const { id: surgical } = await ask(pupil.caller, {
      first_day: dayFromNow(30),
      last_day: dayFromNow(30),
      department_ids: [surgery],
    })
    await decide(hod, leave, {})
    expect(await listed(pupil.caller, '/leaves')).toEqual([surgical, leave.id])
    expect(await listed(pupil.caller, '/leaves?status=granted')).toEqual([leave.id])
    expect(await listed(surgeon, `/leaves?status=pending&student_id=${pupil.id}`)).toEqual([leave.id, surgical])
    expect(await listed(hod, `/leaves?student_id=${pupil.id}`)).toEqual([leave.id])
    // A head cannot ask for the answers of another department.
    expect(await listed(hod, `/leaves?status=pending&student_id=${pupil.id}`)).toEqual([])
    expect(await listed(hod, `/leaves?department_id=${surgery}&student_id=${pupil.id}`)).toEqual([])
    expect(await listed(principal, `/leaves?department_id=${surgery}&student_id=${pupil.id}`)).toEqual([
      surgical,
      leave.id,
    ])
    const other = await college.student(wards)
    expect(await listed(other.caller, `/leaves?student_id=${pupil.id}`)).toEqual([])
    expect((await other.caller.get(`/leaves/${leave.id}`)).status).toBe(404)
  })
})

describe('today', () => {
  test('a head is told what waits for the own department, as the list has it', async () => {
    const part = await partOf(hod, 'leaves')
    const { body } = await hod.get('/leaves?status=pending')
    expect(part).toMatchObject({ total: body.meta.total, to: '/leaves?status=pending' })
    expect(textsOf(part)).toEqual(body.data.slice(0, 3).map(({ student }: Leave) => student.name))
    expect(part?.lines?.[0]?.to).toBe(`/leaves?modal=view&id=${body.data[0].id}`)
    for (const caller of [admin, principal, faculty, affairs, pupil.caller])
      expect(await partOf(caller, 'leaves')).toBeUndefined()
  })

  test('a student is told what was decided, until it has been seen', async () => {
    expect(await partOf(pupil.caller, 'leave-answers')).toBeUndefined()
    await decide(hod, leave, { status: 'refused', note: 'Examination' })
    const part = await partOf(pupil.caller, 'leave-answers')
    expect(part?.lines).toMatchObject([{ detail: 'Medicine, Examination', to: `/leaves?modal=view&id=${leave.id}` }])
    expect(textsOf(part)?.[0]).toMatch(/^Refused: /)
    const { body } = await pupil.caller.get('/today')
    await pupil.caller.post('/today/seen', { kind: 'leave-answers', at: body.at })
    expect(await partOf(pupil.caller, 'leave-answers')).toBeUndefined()
    await decide(surgeon, leave, { department_id: surgery })
    expect((await partOf(pupil.caller, 'leave-answers'))?.lines).toMatchObject([{ detail: 'Surgery' }])
  })
})

test('who has asked for leave, and who has decided it, is not deleted', async () => {
  await decide(hod, leave, {})
  expect((await admin.delete(`/students/${pupil.id}`)).body.message).toMatch(/1 leave request/)
  const { body } = await admin.get(`/staff?q=Head`)
  expect((await admin.delete(`/staff/${body.data[0].id}`)).body.message).toMatch(/decided \d+ leave requests?/)
})
