import { expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { casesCollege } from '../../testing/cases.ts'
import { listed } from '../../testing/college.ts'

const { at, admin, hod, given, about, colleague, student } = await casesCollege({
  environment: { CASE_RESPONSE_DAYS: '2' },
})

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
const waiting = async (caller: Client) => (await caller.get('/reportings/waiting')).body.data

const caseOf = (fields: Parameters<typeof at.make.reporting>[2], studentId = about.id, staffId = given.staffId) =>
  at.make.reporting(studentId, staffId, { reported_by: hod.userId, ...fields })

test('whose turn it is: the assignee’s until it is done, the reporter’s and the student’s when a reply is awaited', async () => {
  const { caller, staffId } = await colleague('faculty')
  const other = await student()
  const reporter = await at.as('faculty')
  const of = (fields: Parameters<typeof at.make.reporting>[2]) =>
    caseOf({ reported_by: reporter.userId, ...fields }, other.id, staffId)
  /** The people who wait in each state, by hand. */
  const TURNS = {
    open: 'assignee',
    under_review: 'assignee',
    escalated: 'assignee',
    pending_response: 'reporter student',
    resolved: '',
    closed: '',
    reopened: 'assignee',
  } as const
  const people = { assignee: caller, reporter, student: other.caller }
  const counts = { assignee: 0, reporter: 0, student: 0 }
  for (const [status, theirs] of Object.entries(TURNS)) {
    const isDone = status === 'resolved' || status === 'closed'
    const id = await of({ status: status as keyof typeof TURNS, resolved_at: isDone ? new Date() : null })
    for (const [name, person] of Object.entries(people)) {
      const isTheirs = theirs.split(' ').includes(name)
      counts[name as keyof typeof counts] += isTheirs ? 1 : 0
      expect([status, name, (await person.get(`/reportings/${id}`)).body.data.is_waiting]).toEqual([
        status,
        name,
        isTheirs,
      ])
    }
  }
  // A student is not even told the count of hidden cases.
  await of({ status: 'pending_response', is_confidential: true })
  counts.reporter += 1
  await of({ withdrawn_at: new Date(), withdrawn_by: hod.userId })
  expect(counts).toEqual({ assignee: 4, reporter: 2, student: 1 })
  for (const [name, person] of Object.entries(people))
    expect([name, (await waiting(person)).waiting]).toEqual([name, counts[name as keyof typeof counts]])
  expect(await waiting(admin)).toEqual({ waiting: 0, overdue: 0 })
})

test('overdue is what nobody has answered for more than the set days', async () => {
  const { caller, staffId } = await colleague('faculty')
  const of = (fields: Parameters<typeof at.make.reporting>[2]) => caseOf(fields, about.id, staffId)
  const late = await of({ turn_since: ago(49) })
  const later = await of({ turn_since: ago(200), status: 'escalated' })
  const inTime = await of({ turn_since: ago(47) })
  const handled = await of({ turn_since: ago(300), status: 'under_review' })
  const asked = await of({ turn_since: ago(400), status: 'pending_response' })
  const done = await of({ turn_since: ago(500), status: 'resolved', resolved_at: ago(1) })
  const { data } = (await caller.get('/reportings?sort=turn')).body
  expect(data.map(({ id, is_overdue }: { id: number; is_overdue: boolean }) => [id, is_overdue])).toEqual([
    [later, true],
    [late, true],
    [inTime, false],
    [asked, false],
    [handled, false],
    [done, false],
  ])
  expect(await waiting(caller)).toEqual({ waiting: 4, overdue: 2 })
  expect(await listed(caller, '/reportings?sort=turn&order=desc')).toEqual([done, handled, asked, inTime, late, later])
})

test('a case is no longer overdue when it was given to somebody else, and waits anew when it is opened again', async () => {
  const id = await caseOf({ turn_since: ago(100), reported_at: ago(100) })
  const successor = await colleague('hod')
  const isOverdue = async () => (await admin.get(`/reportings/${id}`)).body.data.is_overdue
  expect(await isOverdue()).toBe(true)
  await given.caller.put(`/reportings/${id}`, {
    status: 'escalated',
    escalation_reason: 'Late',
    escalated_to: successor.staffId,
  })
  expect(await isOverdue()).toBe(false)
  await at.db
    .updateTable('reportings')
    .set({ turn_since: ago(60) })
    .where('id', '=', id)
    .execute()
  expect(await isOverdue()).toBe(true)
  await admin.put(`/reportings/${id}`, { status: 'resolved', resolution_notes: 'Done' })
  await admin.put(`/reportings/${id}`, { status: 'reopened' })
  expect([await isOverdue(), (await waiting(successor.caller)).overdue]).toEqual([false, 0])
})

test('days open are those of the college’s calendar, until it was resolved', async () => {
  const daysOf = async (about: Parameters<typeof caseOf>[0]) =>
    (await admin.get(`/reportings/${await caseOf(about)}`)).body.data.days_open
  const resolved = (reported_at: string, resolved_at: string) =>
    daysOf({ reported_at: new Date(reported_at), resolved_at: new Date(resolved_at), status: 'resolved' })
  expect(await daysOf({ reported_at: ago(0) })).toBe(0)
  expect(await daysOf({ reported_at: ago(72) })).toBe(3)
  // In Karachi it is midnight at 19:00 UTC.
  expect(await resolved('2026-03-01T18:59:00Z', '2026-03-01T19:01:00Z')).toBe(1)
  expect(await resolved('2026-03-01T19:01:00Z', '2026-03-02T18:59:00Z')).toBe(0)
  expect(await resolved('2026-02-27T06:00:00Z', '2026-03-02T05:00:00Z')).toBe(3)
})

test('the orders of a list', async () => {
  const { caller, staffId } = await colleague('faculty')
  const low = await caseOf({ severity: 'low', reported_at: ago(1) }, about.id, staffId)
  const critical = await caseOf({ severity: 'critical', reported_at: ago(3) }, about.id, staffId)
  const high = await caseOf({ severity: 'high', reported_at: ago(2) }, about.id, staffId)
  const order = (query: string) => listed(caller, `/reportings${query}`)
  expect(await order('')).toEqual([low, high, critical])
  expect(await order('?sort=reported_at&order=asc')).toEqual([critical, high, low])
  expect(await order('?sort=severity')).toEqual([critical, high, low])
  expect(await order('?sort=severity&order=asc')).toEqual([low, high, critical])
  expect(await order('?sort=case_number&order=asc')).toEqual([low, critical, high])
  expect(await order('?per_page=2&page=2')).toEqual([critical])
  expect(await order('?severity=high')).toEqual([high])
  expect((await caller.get('/reportings?sort=title')).status).toBe(422)
})
