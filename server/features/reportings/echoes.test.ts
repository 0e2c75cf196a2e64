import { expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { casesCollege } from '../../testing/cases.ts'
import { entryForm } from '../../testing/reportings.ts'

const { at, admin, principal, given, about, file, colleague, student } = await casesCollege()
const successor = await colleague('hod')
const escalate = { status: 'escalated', escalation_reason: 'Grave', escalated_to: successor.staffId }

test('a status that is stored already acts by what else it needs: nothing that was typed is lost', async () => {
  const { id } = await file()
  const put = async (caller: Client, body: object) => {
    const answer = await caller.put(`/reportings/${id}`, body)
    return [
      answer.status,
      answer.body.message === 'The given data was invalid.' ? answer.body.errors : answer.body.message,
    ]
  }
  const lost = { resolution_notes: ['Only the status resolved saves this'] }
  expect(await put(admin, { resolution_notes: 'Talked' })).toEqual([422, lost])
  expect(await put(admin, { status: 'under_review', initial_response: 'x', resolution_notes: 'Talked' })).toEqual([
    422,
    lost,
  ])
  expect((await put(admin, { status: 'under_review', initial_response: 'We look' }))[0]).toBe(200)
  const blank = { initial_response: ['Please enter an initial response'] }
  expect(await put(admin, { status: 'under_review', initial_response: ' ' })).toEqual([422, blank])
  expect((await put(admin, escalate))[0]).toBe(200)
  // Back with somebody else, it is escalated to the same person once more.
  await admin.put(`/reportings/${id}`, { assigned_to: given.staffId })
  expect((await put(given.caller, { ...escalate, escalation_reason: 'Again' }))[0]).toBe(200)
  expect((await principal.get(`/reportings/${id}`)).body.data).toMatchObject({
    assigned_to: successor.staffId,
    escalated_to: successor.staffId,
    escalation_reason: 'Again',
  })
  expect(await put(successor.caller, { ...escalate, escalation_reason: 'To myself' })).toEqual([
    422,
    { escalated_to: ['The report is with this staff member already'] },
  ])
  const both = await Promise.all([
    put(principal, { status: 'resolved', resolution_notes: 'One' }),
    put(successor.caller, { status: 'resolved', resolution_notes: 'Two' }),
  ])
  expect(both.toSorted()).toEqual([
    [200, undefined],
    [409, 'This report is resolved.'],
  ])
})

test('the student of a report is no other one once its file has anything of the first', async () => {
  const { id } = await file()
  const another = await student()
  const move = async (studentId: number) => (await admin.put(`/reportings/${id}`, { student_id: studentId })).status
  expect([await move(another.id), await move(about.id)]).toEqual([200, 200])
  expect((await about.caller.upload(`/reportings/${id}/entries`, entryForm('Mine'))).status).toBe(201)
  expect(await move(another.id)).toBe(409)
  // A student's words about the own person are never about another one.
  const own = await file({}, about.caller)
  expect((await admin.put(`/reportings/${own.id}`, { student_id: another.id })).status).toBe(409)
  expect((await another.caller.get(`/reportings/${id}/entries`)).status).toBe(404)
})

test('a student sends back the whole report as it was read', async () => {
  const { id } = await file({}, about.caller)
  await admin.put(`/reportings/${id}`, { is_confidential: true, internal_notes: 'Kept' })
  const { data: read } = (await about.caller.get(`/reportings/${id}`)).body
  const { status, body } = await about.caller.put(`/reportings/${id}`, { ...read, title: 'In other words' })
  expect([status, body.data.title]).toEqual([200, 'In other words'])
  expect(await at.stored('reportings', id)).toMatchObject({ is_confidential: true, internal_notes: 'Kept' })
})
