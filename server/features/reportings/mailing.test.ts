import { beforeEach, expect, test } from 'vitest'
import type { Mailer } from '../../core/mail.ts'
import { furnished } from '../../testing/college.ts'
import { hasten, keptJobs } from '../../testing/jobs.ts'
import { filed, staffIdOf } from '../../testing/reportings.ts'
import { sweepReportings } from './sweeping.ts'

const sent: Parameters<Mailer['send']>[0][] = []
let isAway = false
const mail: Mailer = {
  publicUrl: 'https://elog.test',
  send: async (one) => {
    if (isAway)
      throw Object.assign(new Error('connect to 10.0.0.7 for teacher@furnished.test'), { code: 'ECONNREFUSED' })
    sent.push(one)
  },
}
const { at, admin, principal, hod, faculty, surgeon, medicine, student } = await furnished({
  mail,
  environment: { COLLEGE_NAME: 'Khyber College' },
})
const [teacher, head] = [await staffIdOf(at, faculty), await staffIdOf(at, hod)]
const sweep = () => sweepReportings({ db: at.plainDb, mail, jobs: at.jobs })
const receivers = () => sent.map(({ to }) => to)
const waiting = async () => (await keptJobs(at.db)).map(({ state }) => state)

beforeEach(async () => {
  isAway = false
  await sweep()
  await hasten(at.db)
  await expect.poll(waiting).toEqual([])
  sent.length = 0
})

test('a new assignee is told the number of the case and where it is, and nothing of it', async () => {
  const { id, case_number } = await filed(surgeon, {
    student_id: (await student()).id,
    assigned_to: teacher,
    title: 'Secret title',
    severity: 'critical',
    is_confidential: true,
  })
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent).toEqual([
    {
      to: 'teacher@furnished.test',
      subject: `Khyber College: ${case_number}`,
      text: `${case_number}\n\nhttps://elog.test/reporting?modal=view&id=${id}`,
    },
  ])
  sent.length = 0
  const change = { status: 'escalated', escalated_to: head, escalation_reason: 'For the head' }
  expect((await faculty.put(`/reportings/${id}`, change)).status).toBe(200)
  await expect.poll(receivers).toEqual(['head@furnished.test'])
  sent.length = 0
  await hod.put(`/reportings/${id}`, { status: 'escalated', escalated_to: teacher, escalation_reason: 'Back' })
  await expect.poll(receivers).toEqual(['teacher@furnished.test'])
})

test('whoever has it already is not told again, by whatever happens', async () => {
  const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher })
  await expect.poll(() => sent).toHaveLength(1)
  await surgeon.put(`/reportings/${id}`, { title: 'Another title' })
  await faculty.put(`/reportings/${id}`, { status: 'under_review', initial_response: 'I ask.' })
  await Promise.all([sweep(), sweep(), sweep()])
  await expect.poll(waiting).toEqual([])
  expect(receivers()).toEqual(['teacher@furnished.test'])
})

test('an assignee to whom cases were handed over is told by the sweep, by one process alone', async () => {
  const leaver = await at.make.person('faculty', medicine)
  const staffId = await staffIdOf(at, { userId: leaver })
  await filed(surgeon, { student_id: (await student()).id, assigned_to: staffId })
  await expect.poll(() => sent).toHaveLength(1)
  sent.length = 0
  await admin.put(`/staff/${staffId}`, { status: 'retired' })
  await Promise.all([sweep(), sweep(), sweep()])
  await expect.poll(waiting).toEqual([])
  expect(receivers()).toEqual(['head@furnished.test'])
})

test('a mail that could not be sent is sent later, once; the case is filed all the same', async () => {
  isAway = true
  const { id, case_number } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher })
  await expect
    .poll(() => keptJobs(at.db))
    .toEqual([
      // A waiting mail names nobody.
      { kind: 'mail-case', state: 'retry', reason: 'ECONNREFUSED', data: { kind: 'mail-case', id, staff_id: teacher } },
    ])
  isAway = false
  await sweep()
  await hasten(at.db)
  await expect.poll(waiting).toEqual([])
  expect(sent.map(({ subject }) => subject)).toEqual([`Khyber College: ${case_number}`])
})

test('a case that was withdrawn or given to somebody else before is not mailed, and a refused one neither', async () => {
  isAway = true
  const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher })
  const other = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher })
  await expect.poll(waiting).toEqual(['retry', 'retry'])
  await admin.delete(`/reportings/${id}`)
  const change = { status: 'escalated', escalated_to: head, escalation_reason: 'For the head' }
  expect((await faculty.put(`/reportings/${other.id}`, change)).status).toBe(200)
  expect((await principal.post('/reportings', { title: 'x', assigned_to: teacher })).status).toBe(422)
  isAway = false
  await expect.poll(() => hasten(at.db).then(waiting)).toEqual([])
  expect(receivers()).toEqual(['head@furnished.test'])
})

test('who was assigned more than a day ago is told no more', async () => {
  const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher })
  await expect.poll(receivers).toHaveLength(1)
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  const row = at.db.updateTable('reportings').where('id', '=', id)
  await row.set({ mailed_to: null, assigned_at: yesterday }).execute()
  await sweep()
  expect(await waiting()).toEqual([])
  await row.set({ mailed_to: teacher }).execute()
})
