import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayIn } from '../../core/clock.ts'
import { casesCollege } from '../../testing/cases.ts'

const {
  at,
  admin,
  principal,
  hod,
  faculty,
  surgeon,
  affairs,
  given,
  about,
  report,
  file,
  colleague,
  entriesOf,
  student,
} = await casesCollege()

const year = dayIn('Asia/Karachi').slice(0, 4)

test('a report is filed: open, numbered, given to somebody, with its timeline and its row in the trail', async () => {
  const filed = await file({ internal_notes: 'Second time', is_confidential: true, priority: 'urgent' }, surgeon)
  expect(filed).toMatchObject({
    case_number: `CASE-${year}-00001`,
    status: 'open',
    current_level: 'faculty',
    student: { id: about.id, roll_no: about.rollNo },
    assignee: { id: given.staffId },
    reporter: { id: surgeon.userId, name: 'Surgeon' },
    priority: 'urgent',
    is_confidential: true,
    requires_immediate_attention: false,
    internal_notes: 'Second time',
    escalated_to: null,
    resolved_at: null,
    parts: ['reporter'],
    is_waiting: false,
    days_open: 0,
    is_overdue: false,
  })
  expect(await entriesOf(filed.id)).toEqual([
    { kind: 'created', author_id: surgeon.userId, text: null, staff_id: null, level: null },
    { kind: 'assigned', author_id: surgeon.userId, text: null, staff_id: given.staffId, level: 'faculty' },
  ])
  const [row] = await at.trailOf('reporting', filed.id)
  expect(row).toMatchObject({
    action: 'create',
    actor: { id: surgeon.userId },
    changes: { case_number: [null, filed.case_number], status: [null, 'open'], internal_notes: [null, 'Second time'] },
  })
})

test.each(['admin', 'principal', 'hod', 'faculty'] as const)('%s may file one', async (role) => {
  expect(await file({}, await at.as(role))).toMatchObject({
    status: 'open',
    parts: expect.arrayContaining(['reporter']),
  })
})

test('clerks and student affairs file none', async () => {
  for (const caller of [affairs, await at.as('clerk')])
    expect((await caller.post('/reportings', report())).status).toBe(403)
})

test('a student files about the own person, and sets neither flags nor notes', async () => {
  const other = await student()
  const filed = await file(
    {
      student_id: other.id,
      requires_immediate_attention: true,
      is_confidential: true,
      priority: 'urgent',
      internal_notes: 'mine',
    },
    about.caller,
  )
  expect(filed).toMatchObject({
    student_id: about.id,
    reported_by: about.caller.userId,
    requires_immediate_attention: false,
    is_confidential: null,
    priority: 'urgent',
    parts: ['reporter', 'concerned'],
  })
  expect(await at.stored('reportings', filed.id)).toMatchObject({
    internal_notes: null,
    is_confidential: false,
    student_id: about.id,
  })
  const { student_id, ...withoutStudent } = report()
  expect((await about.caller.post('/reportings', withoutStudent)).status).toBe(201)
  expect((await about.caller.post('/reportings', {})).body.errors).not.toHaveProperty('student_id')
})

test('the level is by the role of whom it is given to', async () => {
  const both = await colleague('faculty')
  await at.make.giveRole(both.caller.userId, 'hod')
  const levels = {
    faculty: await colleague('faculty'),
    hod: both,
    principal: await colleague('principal'),
    admin: await colleague('admin'),
  }
  const given = await Promise.all(
    Object.values(levels).map(async ({ staffId }) => (await file({ assigned_to: staffId })).current_level),
  )
  expect(given).toEqual(['faculty', 'hod', 'principal', 'faculty'])
  const { body } = await hod.get('/reportings/assignees?per_page=500')
  const offered = (staffId: number) => body.data.find(({ id }: { id: number }) => id === staffId)
  expect(Object.values(levels).map(({ staffId }) => offered(staffId)?.level)).toEqual([
    'faculty',
    'hod',
    'principal',
    'faculty',
  ])
  expect(offered(levels.admin.staffId)).toMatchObject({ department: { name: 'Medicine' } })
})

test('what is missing is named', async () => {
  const empty = await hod.post('/reportings', {})
  expect([empty.status, empty.body.errors]).toEqual([
    422,
    {
      title: ['Title is required'],
      description: ['Description is required'],
      category: ['Category is required'],
      severity: ['Severity is required'],
      student_id: ['Student is required'],
      assigned_to: ['Please select who to report to'],
    },
  ])
  const refused = async (fields: Record<string, unknown>) => {
    const { status, body } = await hod.post('/reportings', report(fields))
    expect(status).toBe(422)
    return body.errors
  }
  expect(await refused({ student_id: null })).toEqual({ student_id: ['Student is required'] })
  expect(await refused({ student_id: 999_999, assigned_to: 999_999 })).toEqual({
    student_id: ['Student does not exist'],
    assigned_to: ['Reports cannot be given to this staff member'],
  })
  expect(await refused({ description: ' ' })).toEqual({ description: ['Description is required'] })
  expect(await refused({ severity: 'fatal' })).toEqual({
    severity: ['Severity must be one of: low, medium, high, critical'],
  })
})

test('nobody has one who is not at work, who may have none, or whom it is about', async () => {
  const NOBODY = { assigned_to: ['Reports cannot be given to this staff member'] }
  const clerk = await colleague('clerk')
  const away = await colleague('faculty')
  await at.db.updateTable('staff').set({ status: 'on_leave' }).where('id', '=', away.staffId).execute()
  for (const staffId of [clerk.staffId, away.staffId, 999_999])
    expect((await hod.post('/reportings', report({ assigned_to: staffId }))).body.errors).toEqual(NOBODY)
  const { body } = await hod.get('/reportings/assignees?per_page=500')
  const offered = body.data.map(({ id }: { id: number }) => id)
  expect(offered).toContain(given.staffId)
  expect(offered).not.toContain(clerk.staffId)
  expect(offered).not.toContain(away.staffId)

  // Somebody who studies and teaches under one account.
  const staffId = await at.make.staff(about.caller.userId, (await at.make.department()) as number)
  await at.make.giveRole(about.caller.userId, 'faculty')
  const answer = await hod.post('/reportings', report({ assigned_to: staffId }))
  expect(answer.body.errors).toEqual({ assigned_to: ['A report cannot be given to the person whom it is about'] })
})

test('who has a part in a report is not deleted', async () => {
  const [reporter, assignee, target] = [await colleague('hod'), await colleague('faculty'), await colleague('hod')]
  const concerned = await student()
  const { id } = await file({ student_id: concerned.id, assigned_to: assignee.staffId }, reporter.caller)
  const escalation = { status: 'escalated', escalation_reason: 'Grave', escalated_to: target.staffId }
  expect((await assignee.caller.put(`/reportings/${id}`, escalation)).status).toBe(200)
  for (const [what, path] of [
    ['Student', `/students/${concerned.id}`],
    ['Staff member', `/staff/${reporter.staffId}`],
    ['Staff member', `/staff/${assignee.staffId}`],
    ['Staff member', `/staff/${target.staffId}`],
  ]) {
    const { status, body } = await admin.delete(path as string)
    expect([status, body.message]).toEqual([409, `${what} has a part in reports. Set the status to inactive instead.`])
  }
})

test('fifty at once, some of them refused: every number is given once, and none is left out', async () => {
  // A case that only the database refuses already has its number then.
  await sql`alter table reportings add constraint no_rumours check (title <> 'Rumour')`.execute(at.db)
  const before = (await admin.get('/reportings?sort=case_number&per_page=1')).body
  const callers = [hod, faculty, surgeon, principal, admin]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      (callers[n % 5] ?? hod).post(
        '/reportings',
        report(n % 5 === 2 ? { title: 'Rumour' } : n % 7 === 3 ? { student_id: 999_999 } : { title: `Case ${n}` }),
      ),
    ),
  )
  const refused = answers.filter(({ status }) => status === 422)
  expect(refused.length).toBeGreaterThanOrEqual(15)
  const numbers = answers
    .flatMap(({ status, body }) => (status === 201 ? [body.data.case_number as string] : []))
    .sort()
  expect(numbers.length).toBe(50 - refused.length)
  const last = Number(before.data[0].case_number.slice(-5))
  expect(numbers).toEqual(numbers.map((_, n) => `CASE-${year}-${String(last + 1 + n).padStart(5, '0')}`))
  expect((await admin.get('/reportings?per_page=1')).body.meta.total).toBe(before.meta.total + numbers.length)
})
