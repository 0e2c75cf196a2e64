import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { entriesOf, entryForm, filed, staffIdOf } from '../../testing/reportings.ts'

const { at, admin, principal, affairs, hod, faculty, surgeon, student } = await furnished()
const [teacher, head] = [await staffIdOf(at, faculty), await staffIdOf(at, hod)]

const add = async (caller: typeof admin, id: number, text: string) => {
  const { status, body } = await caller.upload(`/reportings/${id}/entries`, entryForm(text))
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data
}
const act = async (caller: typeof admin, id: number, change: object) => {
  const { status, body } = await caller.put(`/reportings/${id}`, change)
  expect([status, body]).toMatchObject([200, {}])
  return body.data
}
const authors = (entries: { kind: string; author: { name: string } | null }[]) =>
  entries.map(({ kind, author }) => [kind, author?.name ?? null])

describe('the file of a case', () => {
  test('tells what happened, oldest first, with who did it and who was given the case', async () => {
    const { id: student_id } = await student()
    const { id } = await filed(surgeon, { student_id, assigned_to: teacher })
    await act(faculty, id, { status: 'under_review', initial_response: 'I ask the ward.' })
    await add(surgeon, id, 'It was on Monday.\nAt night.')
    await act(faculty, id, { status: 'escalated', escalated_to: head, escalation_reason: 'For the head' })
    await act(hod, id, { status: 'resolved', resolution_notes: 'Settled' })
    await act(principal, id, { status: 'closed' })
    const entries = await entriesOf(faculty, id)
    expect(entries).toMatchObject([
      { kind: 'created', author: { name: 'Surgeon' }, text: null, staff: null, files: [] },
      { kind: 'assigned', author: { name: 'Surgeon' }, staff: { id: teacher, name: 'Teacher' }, level: 'faculty' },
      { kind: 'responded', author: { id: faculty.userId, name: 'Teacher' }, text: 'I ask the ward.' },
      { kind: 'comment', author: { name: 'Surgeon' }, text: 'It was on Monday.\nAt night.' },
      { kind: 'escalated', text: 'For the head', staff: { id: head, name: 'Head' }, level: 'hod' },
      { kind: 'resolved', author: { name: 'Head' }, text: 'Settled' },
      { kind: 'closed', author: { name: 'Principal' } },
    ])
    const second = await hod.get(`/reportings/${id}/entries?page=2&per_page=3`)
    expect(second.body).toMatchObject({
      data: [{ kind: 'comment' }, { kind: 'escalated' }, { kind: 'resolved' }],
      meta: { page: 2, per_page: 3, total: 7 },
    })
  })

  test('is for those who are shown the case', async () => {
    const concerned = await student()
    const { id } = await filed(surgeon, { student_id: concerned.id, assigned_to: teacher, is_confidential: true })
    await add(surgeon, id, 'Between us')
    const other = await student()
    const paths = [`/reportings/${id}/entries`, `/reportings/${id}/entries/1/files/a.pdf`, `/reportings/${id}/print`]
    for (const caller of [affairs, hod, concerned.caller, other.caller])
      for (const path of paths) expect([403, 404], path).toContain((await caller.get(path)).status)
    expect((await concerned.caller.get(paths[0] ?? '')).status).toBe(404)
    for (const caller of [hod, concerned.caller]) {
      const answer = await caller.upload(`/reportings/${id}/entries`, entryForm('May I?'))
      expect([answer.status, answer.body.message]).toEqual([404, 'Report not found.'])
    }
    for (const caller of [admin, principal, faculty, surgeon]) expect(await entriesOf(caller, id)).toHaveLength(3)
    await admin.delete(`/reportings/${id}`)
    for (const path of paths) expect((await admin.get(path)).status, path).toBe(404)
    expect((await admin.upload(`/reportings/${id}/entries`, entryForm('x'))).status).toBe(404)
  })

  test('does not tell the student concerned who has filed it, by whatever the reporter added', async () => {
    const concerned = await student()
    const { id } = await filed(surgeon, { student_id: concerned.id, assigned_to: teacher })
    await act(surgeon, id, { title: 'Absent at night' })
    await add(surgeon, id, 'He was not there.')
    await add(admin, id, 'Please be quick.')
    await act(faculty, id, { status: 'under_review', initial_response: 'I ask.' })
    await act(faculty, id, { status: 'pending_response' })
    await add(surgeon, id, 'Twice.')
    const shown = await entriesOf(concerned.caller, id)
    expect(authors(shown)).toEqual([
      ['created', null],
      ['assigned', null],
      ['edited', null],
      ['comment', null],
      // A single entry of theirs without a name would be the reporter's.
      ['comment', null],
      ['responded', 'Teacher'],
      ['awaited', 'Teacher'],
      ['reply', null],
    ])
    expect(JSON.stringify(shown)).not.toContain('Surgeon')
    expect(authors(await entriesOf(faculty, id)).map(([, name]) => name)).toContain('Surgeon')
  })

  test('keeps a reporter unknown who has the case too: what is done with it is told, what is added is not', async () => {
    const concerned = await student()
    const { id } = await filed(hod, { student_id: concerned.id, assigned_to: head })
    await act(hod, id, { status: 'under_review', initial_response: 'I ask.' })
    await add(hod, id, 'I was there.')
    expect(authors(await entriesOf(concerned.caller, id))).toEqual([
      ['created', null],
      ['assigned', null],
      ['responded', 'Head'],
      ['comment', null],
    ])
  })
})

describe('what is added', () => {
  test('by a student is a reply, and one that is waited for brings the case back to who has it', async () => {
    const concerned = await student()
    const { id } = await filed(surgeon, { student_id: concerned.id, assigned_to: teacher })
    expect(await add(concerned.caller, id, 'I was ill.')).toMatchObject({ kind: 'reply', text: 'I was ill.' })
    expect((await faculty.get(`/reportings/${id}`)).body.data.status).toBe('open')
    await act(faculty, id, { status: 'under_review', initial_response: 'I ask.' })
    const { updated_at } = await act(faculty, id, { status: 'pending_response' })
    expect((await concerned.caller.get('/reportings/waiting')).body.data).toEqual({ waiting: 1, overdue: 0 })

    const reply = await add(concerned.caller, id, 'As I said.')
    expect(reply).toMatchObject({ kind: 'reply', author: { id: concerned.userId } })
    const { data } = (await faculty.get(`/reportings/${id}`)).body
    expect(data).toMatchObject({ status: 'under_review', is_waiting: true })
    expect(data.updated_at > updated_at).toBe(true)
    expect((await concerned.caller.get('/reportings/waiting')).body.data.waiting).toBe(0)
    expect((await at.trailOf('reporting', id))[0]).toMatchObject({
      action: 'reply',
      actor: { id: concerned.userId },
      changes: { status: ['pending_response', 'under_review'] },
    })
  })

  test('by a reporter who was asked is a reply; by others, and by who has the case, a comment that changes nothing', async () => {
    const { id: student_id } = await student()
    const { id } = await filed(surgeon, { student_id, assigned_to: teacher, is_confidential: true })
    expect(await add(surgeon, id, 'More of it')).toMatchObject({ kind: 'comment' })
    await act(faculty, id, { status: 'under_review', initial_response: 'I ask.' })
    const asked = await act(faculty, id, { status: 'pending_response' })
    for (const caller of [faculty, admin, principal])
      expect(await add(caller, id, 'Still waiting')).toMatchObject({ kind: 'comment' })
    expect((await admin.get(`/reportings/${id}`)).body.data).toMatchObject({
      status: 'pending_response',
      updated_at: asked.updated_at,
    })
    expect(await add(surgeon, id, 'On Monday')).toMatchObject({ kind: 'reply' })
    expect((await admin.get(`/reportings/${id}`)).body.data.status).toBe('under_review')

    const own = await filed(hod, { student_id, assigned_to: head })
    await act(hod, own.id, { status: 'under_review', initial_response: 'I ask.' })
    await act(hod, own.id, { status: 'pending_response' })
    expect(await add(hod, own.id, 'Nothing yet')).toMatchObject({ kind: 'comment' })
    expect((await hod.get(`/reportings/${own.id}`)).body.data.status).toBe('pending_response')
  })

  test('is a text or a file, and nothing once the case is closed', async () => {
    const { id: student_id } = await student()
    const { id } = await filed(surgeon, { student_id, assigned_to: teacher })
    const path = `/reportings/${id}/entries`
    for (const form of [entryForm(), entryForm('  \n ')]) {
      const { status, body } = await surgeon.upload(path, form)
      expect([status, body.errors]).toEqual([422, { text: ['Please enter a text or choose a file'] }])
    }
    expect((await surgeon.upload(path, entryForm('x'.repeat(100_000)))).body.errors.text).toHaveLength(1)
    expect((await surgeon.post(path, { text: 'as JSON' })).status).toBe(415)
    await act(faculty, id, { status: 'resolved', resolution_notes: 'Settled' })
    await add(surgeon, id, 'Thank you')
    await act(principal, id, { status: 'closed' })
    for (const caller of [surgeon, faculty, admin]) {
      const { status, body } = await caller.upload(path, entryForm('Late'))
      expect([status, body.message]).toEqual([409, 'This report is closed.'])
    }
    expect(await entriesOf(surgeon, id)).toHaveLength(5)
  })

  test('stays as it was: the app itself can neither change nor delete it', async () => {
    const { id: student_id } = await student()
    const { id } = await filed(surgeon, { student_id, assigned_to: teacher })
    const { id: entry } = await add(surgeon, id, 'So it was')
    const refused = /permission denied/
    await expect(
      at.plainDb.updateTable('reporting_entries').set({ text: 'Not so' }).where('id', '=', entry).execute(),
    ).rejects.toThrow(refused)
    await expect(at.plainDb.deleteFrom('reporting_entries').where('id', '=', entry).execute()).rejects.toThrow(refused)
  })
})

test('whoever reads the file of a confidential case is told to the trail, once for a while', async () => {
  const { id: student_id } = await student()
  const { id } = await filed(surgeon, { student_id, assigned_to: teacher, is_confidential: true })
  const readers = async () =>
    (await at.trailOf('reporting', id)).filter(({ action }) => action === 'read').map(({ actor }) => actor.name)
  await entriesOf(faculty, id)
  expect(await readers()).toEqual(['Teacher'])
  await entriesOf(faculty, id)
  await faculty.get(`/reportings/${id}`)
  await hod.get(`/reportings/${id}/entries`)
  expect(await readers()).toEqual(['Teacher'])
  expect((await principal.get(`/reportings/${id}/print`)).status).toBe(200)
  const [printed] = await at.trailOf('reporting', id)
  expect([printed.action, printed.actor.name]).toEqual(['print', 'Principal'])

  const open = await filed(surgeon, { student_id, assigned_to: teacher })
  await entriesOf(faculty, open.id)
  expect((await at.trailOf('reporting', open.id)).map(({ action }) => action)).toEqual(['create'])
})
