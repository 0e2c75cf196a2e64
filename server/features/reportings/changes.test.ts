import { expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { casesCollege } from '../../testing/cases.ts'

const { at, admin, principal, hod, surgeon, given, about, file, colleague, entriesOf, student } = await casesCollege()
const successor = await colleague('hod')

const kindsOf = async (id: number) => (await entriesOf(id)).map(({ kind }) => kind)
const respond = { status: 'under_review', initial_response: 'We look into it' }
const escalate = { status: 'escalated', escalation_reason: 'Grave', escalated_to: successor.staffId }
const resolve = { status: 'resolved', resolution_notes: 'Talked to both' }

test('a case goes its way: response, escalation, resolution, closed, opened again', async () => {
  const { id } = await file()
  const step = async (caller: typeof hod, body: object) => {
    const { status, body: answer } = await caller.put(`/reportings/${id}`, body)
    expect([status, answer.errors]).toEqual([200, undefined])
    return answer.data
  }
  expect(await step(given.caller, respond)).toMatchObject({
    status: 'under_review',
    initial_response: 'We look into it',
    escalated_to: null,
  })
  expect(await step(given.caller, { status: 'pending_response' })).toMatchObject({ status: 'pending_response' })
  const escalated = await step(given.caller, escalate)
  expect(escalated).toMatchObject({
    status: 'escalated',
    escalated_to: successor.staffId,
    escalation_target: { id: successor.staffId },
    escalation_reason: 'Grave',
    assigned_to: successor.staffId,
    assignee: { id: successor.staffId },
    current_level: 'hod',
    parts: ['former'],
  })
  expect(escalated.escalated_at).toBe(escalated.assigned_at)
  const resolved = await step(principal, resolve)
  expect(resolved).toMatchObject({ status: 'resolved', resolution_notes: 'Talked to both' })
  expect(resolved.resolved_at).not.toBeNull()
  expect((await step(admin, { status: 'closed' })).resolved_at).toBe(resolved.resolved_at)
  expect(await step(principal, { status: 'reopened' })).toMatchObject({
    status: 'reopened',
    escalated_to: null,
    resolved_at: null,
    assigned_to: successor.staffId,
  })
  expect(await entriesOf(id)).toEqual(
    [
      { kind: 'created', author_id: hod.userId },
      { kind: 'assigned', author_id: hod.userId, staff_id: given.staffId, level: 'faculty' },
      { kind: 'responded', author_id: given.caller.userId, text: 'We look into it' },
      { kind: 'awaited', author_id: given.caller.userId },
      {
        kind: 'escalated',
        author_id: given.caller.userId,
        text: 'Grave',
        staff_id: successor.staffId,
        level: 'hod',
      },
      { kind: 'resolved', author_id: principal.userId, text: 'Talked to both' },
      { kind: 'closed', author_id: admin.userId },
      { kind: 'reopened', author_id: principal.userId },
    ].map((entry) => ({ text: null, staff_id: null, level: null, ...entry })),
  )
  const actions = (await at.trailOf('reporting', id)).map(({ action }) => action)
  expect(actions).toEqual(['reopen', 'close', 'resolve', 'escalate', 'await', 'respond', 'create'])
})

test('the whole report, as it was read, with another status is that action and no edit', async () => {
  const { id } = await file({ internal_notes: 'Note' })
  const { data: read } = (await given.caller.get(`/reportings/${id}`)).body
  const escalated = await given.caller.put(`/reportings/${id}`, {
    ...read,
    ...escalate,
    assigned_to: successor.staffId,
  })
  expect([escalated.status, escalated.body.data.status]).toEqual([200, 'escalated'])
  expect(await kindsOf(id)).toEqual(['created', 'assigned', 'escalated'])
  // Sent once more by somebody who has read it since, it changes nothing.
  const { data: now } = (await successor.caller.get(`/reportings/${id}`)).body
  const again = await successor.caller.put(`/reportings/${id}`, now)
  expect([again.status, again.body.data.updated_at]).toEqual([200, now.updated_at])
  expect(await kindsOf(id)).toHaveLength(3)
})

test('the response by its own address', async () => {
  const { id } = await file()
  const empty = await given.caller.post(`/reportings/${id}/response`, { response: ' ' })
  expect([empty.status, empty.body.errors]).toEqual([422, { response: ['Please enter an initial response'] }])
  const { status, body } = await given.caller.post(`/reportings/${id}/response`, { response: 'We look into it' })
  expect([status, body.data.status, body.data.initial_response]).toEqual([200, 'under_review', 'We look into it'])
  // Another one is saved too, and told.
  await given.caller.post(`/reportings/${id}/response`, { response: 'Spoke to the ward' })
  expect((await entriesOf(id)).slice(2).map(({ text }) => text)).toEqual(['We look into it', 'Spoke to the ward'])
  expect((await hod.post(`/reportings/${id}/response`, { response: 'x' })).status).toBe(403)
  expect((await about.caller.post(`/reportings/${id}/response`, { response: 'x' })).status).toBe(403)
})

test('what an action needs is named, in the words of its card', async () => {
  const { id } = await file()
  const refused = async (body: object) => {
    const answer = await given.caller.put(`/reportings/${id}`, body)
    expect(answer.status).toBe(422)
    return answer.body.errors
  }
  expect(await refused({ status: 'under_review' })).toEqual({ initial_response: ['Please enter an initial response'] })
  expect(await refused({ status: 'escalated' })).toEqual({
    escalation_reason: ['Please enter a reason for escalation'],
    escalated_to: ['Please select a staff member to escalate to'],
  })
  expect(await refused({ status: 'resolved', resolution_notes: ' ' })).toEqual({
    resolution_notes: ['Please enter resolution notes'],
  })
  expect(await refused({ ...escalate, escalated_to: given.staffId })).toEqual({
    escalated_to: ['The report is with this staff member already'],
  })
  const clerk = await colleague('clerk')
  for (const staffId of [clerk.staffId, 999_999])
    expect(await refused({ ...escalate, escalated_to: staffId })).toEqual({
      escalated_to: ['Reports cannot be given to this staff member'],
    })
  expect(await kindsOf(id)).toEqual(['created', 'assigned'])
})

test('an edit is told by the names of its fields, the notes in the trail alone', async () => {
  const { id } = await file()
  const another = await student()
  const { status, body } = await hod.put(`/reportings/${id}`, { title: 'Later', student_id: another.id })
  expect([status, body.data.title, body.data.student.id]).toEqual([200, 'Later', another.id])
  await hod.put(`/reportings/${id}`, { internal_notes: 'Not for everybody', priority: 'high' })
  await hod.put(`/reportings/${id}`, { internal_notes: 'Still not' })
  expect((await entriesOf(id)).filter(({ kind }) => kind === 'edited').map(({ text }) => text)).toEqual([
    'Title, Student',
    'Priority',
  ])
  expect((await at.trailOf('reporting', id))[0].changes).toEqual({ internal_notes: ['Not for everybody', 'Still not'] })
  expect((await hod.put(`/reportings/${id}`, { student_id: null })).body.errors).toEqual({
    student_id: ['Student is required'],
  })
})

test('given to somebody else by its reporter, the former assignee goes on reading', async () => {
  const { id, assigned_at } = await file()
  const { body } = await hod.put(`/reportings/${id}`, { assigned_to: successor.staffId })
  expect(body.data).toMatchObject({ assignee: { id: successor.staffId }, current_level: 'hod', escalated_to: null })
  expect(body.data.assigned_at > assigned_at).toBe(true)
  expect((await entriesOf(id)).slice(2)).toMatchObject([
    { kind: 'edited', text: 'Assignee' },
    { kind: 'assigned', staff_id: successor.staffId, level: 'hod' },
  ])
  expect((await given.caller.get(`/reportings/${id}`)).body.data.parts).toEqual(['former'])
  expect((await given.caller.put(`/reportings/${id}`, respond)).status).toBe(403)
})

test('a student changes the words of the own report while it is open, and nothing else of it', async () => {
  const { id } = await file({}, about.caller)
  const another = await student()
  const { status } = await about.caller.put(`/reportings/${id}`, {
    title: 'In other words',
    student_id: another.id,
    is_confidential: true,
    requires_immediate_attention: true,
    priority: 'urgent',
    internal_notes: 'mine',
  })
  expect(status).toBe(200)
  expect(await at.stored('reportings', id)).toMatchObject({
    title: 'In other words',
    student_id: about.id,
    is_confidential: false,
    requires_immediate_attention: false,
    priority: 'urgent',
    internal_notes: null,
  })
})

test('two people at once: one of them acts, the other is told that it was changed', async () => {
  const { id, updated_at } = await file()
  const answers = await Promise.all([
    given.caller.put(`/reportings/${id}`, { ...escalate, updated_at }),
    principal.put(`/reportings/${id}`, { ...resolve, updated_at }),
    admin.put(`/reportings/${id}`, { title: 'Later', updated_at }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  for (const { status, body } of answers) if (status === 409) expect(body.message).toBe(CHANGED_MEANWHILE)
  expect(await kindsOf(id)).toHaveLength(3)
  // Without what was read, the state still decides.
  const { id: second } = await file()
  const both = await Promise.all([
    admin.put(`/reportings/${second}`, resolve),
    principal.put(`/reportings/${second}`, resolve),
    given.caller.put(`/reportings/${second}`, respond),
  ])
  expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  expect((await kindsOf(second)).filter((kind) => kind === 'resolved')).toHaveLength(1)
})

test('reading a confidential case is in the trail, once in ten minutes for each reader', async () => {
  const { id, case_number } = await file({ is_confidential: true })
  const reads = async () =>
    (await at.trailOf('reporting', id)).filter(({ action }) => action === 'read').map(({ actor }) => actor.id)
  await Promise.all([1, 2, 3].map(() => given.caller.get(`/reportings/${id}`)))
  await principal.get(`/reportings/${id}`)
  await surgeon.get(`/reportings/${id}`)
  expect((await reads()).sort()).toEqual([principal.userId, given.caller.userId].sort())
  expect((await at.trailOf('reporting', id))[0]).toMatchObject({ changes: { read: [null, case_number] } })
  // A change that changes nothing answers the case too.
  await admin.put(`/reportings/${id}`, {})
  expect(await reads()).toHaveLength(3)
  const openCase = await file()
  await principal.get(`/reportings/${openCase.id}`)
  expect((await at.trailOf('reporting', openCase.id)).map(({ action }) => action)).toEqual(['create'])
})
