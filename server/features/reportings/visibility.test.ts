import { expect, test } from 'vitest'
import { declaredEndpoints, featureOf } from '../../../shared/contract/all.ts'
import type { Client } from '../../testing/app.ts'
import { casesCollege } from '../../testing/cases.ts'
import { listed } from '../../testing/college.ts'

const college = await casesCollege()
const { at, admin, principal, affairs, hod, faculty, surgeon, given, about, file, colleague, student } = college

const successor = await colleague('hod')
const other = await student()
const clerk = await at.as('clerk')
const noRole = await at.as('no-role')

/** Five cases about one student, and one about another; the head has filed them where nobody else is named. */
const open = await file({ title: 'Whisper open' })
const hidden = await file({ title: 'Whisper hidden', is_confidential: true, internal_notes: 'Secret note' })
const own = await file({ title: 'Whisper own' }, about.caller)
const escalated = await file({ title: 'Whisper escalated', internal_notes: 'Secret note' }, surgeon)
const withdrawn = await file({ title: 'Whisper withdrawn' })
const another = await file({ title: 'Whisper another', student_id: other.id })
await given.caller.put(`/reportings/${escalated.id}`, {
  status: 'escalated',
  escalated_to: successor.staffId,
  escalation_reason: 'Too much for me',
})
await at.db.updateTable('reportings').set({ is_confidential: true }).where('id', '=', own.id).execute()
await hod.delete(`/reportings/${withdrawn.id}`)

const CASES = { open, hidden, own, escalated, withdrawn, another }
type Name = keyof typeof CASES
const names = Object.keys(CASES) as Name[]

/** The cases shown to each person, by list: given to them, filed by them, and what else. By hand. */
const SHOWN: [string, Client, assigned: string, reported: string, other: string][] = [
  ['the administrator', admin, '', '', 'open hidden own escalated another'],
  ['the principal', principal, '', '', 'open hidden own escalated another'],
  ['the head who has filed them', hod, '', 'open hidden another', ''],
  ['the head of another department', surgeon, '', 'escalated', ''],
  ['the assignee', given.caller, 'open hidden own another', '', 'escalated'],
  ['whom one was escalated to', successor.caller, 'escalated', '', ''],
  ['a teacher', faculty, '', '', ''],
  ['the student whom they are about', about.caller, '', 'own', 'open escalated'],
  ['another student', other.caller, '', '', 'another'],
  ['a clerk', clerk, '', '', ''],
  ['student affairs', affairs, '', '', ''],
]

const idsOf = (words: string) =>
  words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => CASES[word as Name].id)
    .toSorted((a, b) => a - b)
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

test.each(SHOWN)('%s: lists, counts and what is searched', async (_, caller, assigned, reported, others) => {
  const all = idsOf(`${assigned} ${reported} ${others}`)
  expect(sorted(await listed(caller, '/reportings'))).toEqual(all)
  const about = { shown: all.filter((id) => id !== another.id), path: `/reportings?student_id=${open.student_id}` }
  expect(sorted(await listed(caller, about.path))).toEqual(about.shown)
  expect((await caller.get(about.path)).body.meta.total).toBe(about.shown.length)
  expect(sorted(await listed(caller, '/reportings?q=wHISPER'))).toEqual(all)
  expect((await caller.get('/reportings?per_page=1')).body.meta.total).toBe(all.length)
  for (const [list, expected] of Object.entries({ assigned, reported, other: others })) {
    expect([list, sorted(await listed(caller, `/reportings?list=${list}`))]).toEqual([list, idsOf(expected)])
    const { meta } = (await caller.get(`/reportings?list=${list}&q=whisper&per_page=1`)).body
    expect([list, meta.total]).toEqual([list, idsOf(expected).length])
  }
  for (const status of ['open', 'escalated']) {
    const of = all.filter((id) => (id === escalated.id) === (status === 'escalated'))
    expect(sorted(await listed(caller, `/reportings?status=${status}`))).toEqual(of)
    expect((await caller.get(`/reportings?status=${status}&per_page=1`)).body.meta.total).toBe(of.length)
  }
})

test.each(SHOWN)('%s: one case by its id', async (_, caller, assigned, reported, others) => {
  const shown = idsOf(`${assigned} ${reported} ${others}`)
  for (const name of names) {
    const { status } = await caller.get(`/reportings/${CASES[name].id}`)
    expect([name, status]).toEqual([name, shown.includes(CASES[name].id) ? 200 : 404])
  }
})

const without = SHOWN.filter(([, caller]) => ![admin, principal].includes(caller))
test.each(without)('%s changes nothing that is not shown', async (_, caller, assigned, reported, others) => {
  const shown = idsOf(`${assigned} ${reported} ${others}`)
  for (const name of names.filter((one) => !shown.includes(CASES[one].id))) {
    const path = `/reportings/${CASES[name].id}`
    const answers = [
      await caller.put(path, { title: 'Mine' }),
      await caller.put(path, { status: 'resolved', resolution_notes: 'Done' }),
      await caller.delete(path),
    ]
    // Clerks and student affairs are refused whatever the case; the others are told that there is none.
    const mayNever = [clerk, affairs].includes(caller)
    expect([name, ...answers.map(({ status }) => status)]).toEqual([name, ...Array(3).fill(mayNever ? 403 : 404)])
  }
  expect((await at.stored('reportings', hidden.id))?.title).toBe('Whisper hidden')
})

test('without a role nothing is read', async () => {
  expect((await noRole.get('/reportings')).status).toBe(403)
})

test('a confidential case is answered to its student like one that is not there, by every route', async () => {
  const routes = declaredEndpoints.filter((one) => featureOf(one) === 'reportings' && one.path.includes(':id'))
  expect(routes.length).toBeGreaterThanOrEqual(4)
  for (const { method, path } of routes) {
    const answer = async (id: number) => {
      const address = path.replace(':id', String(id)).replace(':entry_id', '1').replace(':file_name', 'a.txt')
      const call = {
        GET: () => about.caller.get(address),
        POST: () => about.caller.post(address, { response: 'x' }),
        PUT: () => about.caller.put(address, { title: 'x' }),
        DELETE: () => about.caller.delete(address),
      }[method as 'GET' | 'POST' | 'PUT' | 'DELETE']
      const { status, body } = await call()
      return { status, body }
    }
    const [theirs, nobodys] = [await answer(hidden.id), await answer(999_999)]
    expect([method, path, theirs]).toEqual([method, path, nobodys])
    expect([403, 404]).toContain(theirs.status)
  }
})

test('a student does not wait for whoever is at a case that is not shown', async () => {
  const transaction = await at.db.startTransaction().execute()
  await transaction.selectFrom('reportings').select('id').where('id', '=', hidden.id).forUpdate().execute()
  const { status } = await about.caller.put(`/reportings/${hidden.id}`, { title: 'x' })
  await transaction.rollback().execute()
  expect(status).toBe(404)
}, 5_000)

test('the student concerned is told neither who has filed it nor the notes; a former assignee is told both', async () => {
  const seen = (await about.caller.get(`/reportings/${escalated.id}`)).body.data
  expect(seen).toMatchObject({ parts: ['concerned'], reported_by: null, reporter: null, internal_notes: null })
  expect(JSON.stringify((await about.caller.get('/reportings')).body)).not.toMatch(/Surgeon|Secret/)
  const former = (await given.caller.get(`/reportings/${escalated.id}`)).body.data
  expect(former).toMatchObject({ parts: ['former'], reporter: { name: 'Surgeon' }, internal_notes: 'Secret note' })
  // Hidden fields are not searched either.
  for (const q of ['Surgeon', 'Secret']) expect(await listed(about.caller, `/reportings?q=${q}`)).toEqual([])
})

test('a student reads no notes, not even of the own report', async () => {
  await at.db.updateTable('reportings').set({ internal_notes: 'Secret note' }).where('id', '=', own.id).execute()
  expect((await about.caller.get(`/reportings/${own.id}`)).body.data.internal_notes).toBeNull()
  expect((await given.caller.get(`/reportings/${own.id}`)).body.data.internal_notes).toBe('Secret note')
})

test('a withdrawn case is in the list of the withdrawn alone, and is not withdrawn again', async () => {
  const { body } = await admin.get('/reportings/withdrawn')
  expect(body.data).toEqual([
    {
      id: withdrawn.id,
      case_number: withdrawn.case_number,
      title: 'Whisper withdrawn',
      student: withdrawn.student,
      is_confidential: false,
      withdrawn_at: expect.any(String),
      withdrawer: { id: hod.userId, name: 'Head' },
    },
  ])
  expect((await hod.delete(`/reportings/${withdrawn.id}`)).status).toBe(404)
  expect((await admin.put(`/reportings/${withdrawn.id}`, { title: 'x' })).status).toBe(404)
  expect((await principal.get('/reportings/withdrawn')).status).toBe(403)
  expect((await principal.get(`/reportings/withdrawn/${withdrawn.id}/print`)).status).toBe(403)
  expect((await admin.get(`/reportings/withdrawn/${open.id}/print`)).status).toBe(404)
  const printed = await admin.get(`/reportings/withdrawn/${withdrawn.id}/print`)
  expect([printed.status, printed.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await at.trailOf('reporting', withdrawn.id)).map(({ action }) => action)).toEqual(['delete', 'create'])
  const next = await file()
  expect(Number(next.case_number.slice(-5))).toBe(7)
})

test('a list that shows confidential cases leaves a row for each, once for a while', async () => {
  const one = await file({ title: 'Rumble', is_confidential: true })
  const lists = async () => (await at.trailOf('reporting', one.id)).filter(({ action }) => action === 'list')
  await principal.get('/reportings?q=rumble')
  await principal.get('/reportings?q=rumble')
  await about.caller.get('/reportings?q=rumble')
  expect((await lists()).map(({ actor, changes }) => [actor.id, changes])).toEqual([
    [principal.userId, { list: [null, one.case_number] }],
  ])
})

test('who has filed one as a student is not told that it was hidden', async () => {
  const mine = await file({ title: 'Murmur own' }, about.caller)
  expect((await admin.put(`/reportings/${mine.id}`, { is_confidential: true })).body.data.is_confidential).toBe(true)
  for (const path of [`/reportings/${mine.id}`, '/reportings?q=murmur', `/reportings/${mine.id}/entries`]) {
    const { status, raw } = await about.caller.get(path)
    expect([status, /hid|confidential":true/i.test(raw.toString())], path).toEqual([200, false])
  }
  const { parts } = (await about.caller.get(`/reportings/${mine.id}`)).body.data
  expect(parts).toEqual(['reporter', 'concerned'])
  const { data } = (await given.caller.get(`/reportings/${mine.id}/entries`)).body
  expect(data.at(-1)).toMatchObject({ kind: 'edited', text: 'Hide from student', author: { name: 'Admin' } })
  const told = await at.trailOf('reporting', mine.id)
  expect(told.map(({ action, actor }) => [action, actor.id])).toContainEqual(['list', about.caller.userId])
})

test('the cases of a student are counted for heads and principals, with nothing of what they say', async () => {
  const { body } = await surgeon.get(`/reportings/student/${other.id}`)
  expect(body).toEqual({
    data: [
      {
        case_number: another.case_number,
        category: 'attendance_problem',
        is_own: false,
        reported_at: another.reported_at,
        resolved_at: null,
      },
    ],
    meta: { page: 1, per_page: 100, total: 1 },
  })
  expect(await listed(principal, `/reportings/student/${about.id}`, 'case_number')).toContain(hidden.case_number)
  expect(await listed(principal, `/reportings/student/${about.id}`, 'case_number')).not.toContain(withdrawn.case_number)
  expect((await principal.get('/reportings/student/999999')).status).toBe(404)
  for (const caller of [about.caller, faculty, clerk])
    expect((await caller.get(`/reportings/student/${about.id}`)).status).toBe(403)
})
