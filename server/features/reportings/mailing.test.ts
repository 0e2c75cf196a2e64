import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Mailer } from '../../core/mail.ts'
import { furnished } from '../../testing/college.ts'
import { filed, staffIdOf } from '../../testing/reportings.ts'
import { sweepReportings } from './sweeping.ts'

const sent: Parameters<Mailer['send']>[0][] = []
let isAway = false
const mail: Mailer = {
  publicUrl: 'https://elog.test',
  send: async (one) => {
    if (isAway) throw new Error('the mail server is away')
    sent.push(one)
  },
}
const { at, admin, principal, hod, faculty, surgeon, medicine, student } = await furnished({
  mail,
  environment: { COLLEGE_NAME: 'Khyber College' },
})
const [teacher, head] = [await staffIdOf(at, faculty), await staffIdOf(at, hod)]
const log = pino({ level: 'silent' })
const sweep = () => sweepReportings({ db: at.plainDb, mail, settings: { COLLEGE_NAME: 'Khyber College' } }, log)
const receivers = () => sent.map(({ to }) => to)
const dueMails = async () =>
  (await at.db.selectFrom('reportings').select('id').whereRef('mailed_to', 'is distinct from', 'assigned_to').execute())
    .length

beforeEach(async () => {
  isAway = false
  await sweep()
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
  expect(receivers()).toEqual(['head@furnished.test'])
})

test('a mail that could not be sent is sent later, for a day; the case is filed all the same', async () => {
  isAway = true
  const first = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher })
  const second = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher })
  await expect.poll(dueMails).toBe(2)
  await sweep()
  await expect.poll(dueMails).toBe(2)
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await at.db.updateTable('reportings').set({ assigned_at: yesterday }).where('id', '=', second.id).execute()
  isAway = false
  await sweep()
  expect(sent.map(({ subject }) => subject)).toEqual([`Khyber College: ${first.case_number}`])
  await at.db.updateTable('reportings').set({ mailed_to: teacher }).where('id', '=', second.id).execute()
})

test('a case that was withdrawn before is not mailed, and a refused one neither', async () => {
  isAway = true
  const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher })
  await expect.poll(dueMails).toBe(1)
  await admin.delete(`/reportings/${id}`)
  isAway = false
  expect((await principal.post('/reportings', { title: 'x', assigned_to: teacher })).status).toBe(422)
  await sweep()
  expect(sent).toEqual([])
})
