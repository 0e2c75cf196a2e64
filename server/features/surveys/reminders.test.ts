import { expect, test } from 'vitest'
import { takesReminder } from '../../../shared/policies/feedback.ts'
import type { Mail } from '../../core/mail.ts'
import { furnished } from '../../testing/college.ts'
import { waitingForLocks } from '../../testing/locks.ts'

const mailed: Mail[] = []
let hang: Promise<void> | undefined
const { at, hod, surgeon, medicine, batch, wards, clinic, student } = await furnished({
  mail: {
    publicUrl: 'https://elog.test',
    send: async (mail) => {
      mailed.push(mail)
      await hang
    },
  },
})
const silent = await furnished()

const ofWards = { department_id: medicine, batch_id: batch, group_id: wards }
const people = await Promise.all(Array.from({ length: 4 }, () => student(wards)))
const members = await at.db.selectFrom('student_groups').select('student_id').where('group_id', '=', wards).execute()
const suspended = await at.make.student(batch, wards, { status: 'suspended' })
const left = await student(wards)
await at.make.leave({ student_id: left.id })
const elsewhere = await student(clinic)
const emailOf = async ({ userId }: { userId: number }) => (await at.stored('users', userId))?.email ?? ''

const remind = (id: number, caller = hod) => caller.post(`/feedback-surveys/${id}/remind`)

/** Waits for so many mails of a survey, and returns them. */
async function mailsOf(id: number, count: number) {
  await expect.poll(() => mailed.filter(({ text }) => text.endsWith(`/${id}`))).toHaveLength(count)
  return mailed.filter(({ text }) => text.endsWith(`/${id}`))
}

test('whoever is asked and has not answered is mailed, once, and the trail tells how many', async () => {
  const id = await at.make.survey({ ...ofWards, title: 'Rounds', end_date: '2126-05-01' })
  for (const { id: studentId } of people.slice(0, 2)) await at.make.response(id, studentId)
  const before = await at.stored('feedback_surveys', id)
  const { status, body } = await remind(id)
  expect(status, JSON.stringify(body)).toBe(200)
  const expected = members.length - 2
  expect(body.data).toEqual({ id, reminded_at: expect.any(String), mails: expected })

  const mails = await mailsOf(id, expected)
  const to = mails.map((mail) => mail.to)
  expect(new Set(to).size).toBe(expected)
  expect(to).toEqual(expect.arrayContaining(await Promise.all(people.slice(2).map(emailOf))))
  for (const one of [...people.slice(0, 2), suspended, left, elsewhere]) expect(to).not.toContain(await emailOf(one))
  expect(mails[0]).toEqual({
    to: expect.any(String),
    subject: 'Clinical Medical College: please answer “Rounds”',
    text: `The survey “Rounds” is open, and you have not answered it yet. You can answer until 1 May 2126.

https://elog.test/student-feedback-questions/${id}`,
  })

  const survey = (await hod.get(`/feedback-surveys/${id}`)).body.data
  expect(survey.reminded_at).toBe(body.data.reminded_at)
  // A head with the survey's form open is not told that it was changed.
  expect((await at.stored('feedback_surveys', id))?.updated_at).toEqual(before?.updated_at)
  expect((await people[0]?.caller.get(`/feedback-surveys/${id}`))?.body.data.reminded_at).toBeNull()
  expect(await at.trailOf('feedback_survey', id)).toMatchObject([
    { action: 'remind', actor: { id: hod.userId }, changes: { mails: [null, expected] } },
  ])
})

test('of an anonymous survey all who are asked are, in words that tell nobody who has answered', async () => {
  const id = await at.make.survey({ ...ofWards, is_anonymous: true })
  await at.make.participants(id, [people[0]?.id ?? 0, people[1]?.id ?? 0])
  const { body } = await remind(id)
  expect(body.data.mails).toBe(members.length)
  const mails = await mailsOf(id, members.length)
  expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining(await Promise.all(people.map(emailOf))))
  expect(new Set(mails.map(({ subject, text }) => `${subject}\n${text}`)).size).toBe(1)
  expect(mails[0]?.text).toContain('nobody sees whose they are')
})

test('a survey reminds once in 24 hours, however many ask at once', async () => {
  const id = await at.make.survey(ofWards)
  const callers = await Promise.all(Array.from({ length: 4 }, () => at.as('faculty', medicine)))
  const held = await at.db.startTransaction().execute()
  await held.selectFrom('feedback_surveys').select('id').where('id', '=', id).forUpdate().execute()
  const asking = callers.map((caller) => remind(id, caller))
  await expect.poll(() => waitingForLocks(at.db)).toBe(callers.length)
  await held.rollback().execute()
  const answers = await Promise.all(asking)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers.filter((one) => one.status !== 200))
    expect([status, body.message]).toEqual([409, takesReminder.reminded])
  await mailsOf(id, members.length)
  await at.db
    .updateTable('feedback_surveys')
    .set({ reminded_at: new Date(Date.now() - 24 * 3_600_000) })
    .where('id', '=', id)
    .execute()
  expect((await remind(id)).status).toBe(200)
  await mailsOf(id, 2 * members.length)
})

test.each([
  ['draft', { status: 'draft' }],
  ['closed', { status: 'closed' }],
  ['planned', { status: 'active', start_date: '2126-01-01' }],
  ['expired', { status: 'active', end_date: '2026-01-01' }],
] as const)('none that is %s', async (standing, fields) => {
  const id = await at.make.survey({ ...ofWards, ...fields })
  const { status, body } = await remind(id)
  expect([status, body.message]).toEqual([409, takesReminder[standing]])
  expect((await at.stored('feedback_surveys', id))?.reminded_at).toBeNull()
})

test('where mail is not set up, nobody can be reminded', async () => {
  const id = await silent.at.make.survey(ofWards)
  const { status, body } = await silent.hod.post(`/feedback-surveys/${id}/remind`)
  expect([status, body.message]).toEqual([409, takesReminder.mute])
  expect((await silent.at.stored('feedback_surveys', id))?.reminded_at).toBeNull()
})

test('when all have answered there is nobody to remind', async () => {
  const group = await at.make.group(batch, medicine)
  const id = await at.make.survey({ ...ofWards, group_id: group })
  await at.make.response(id, (await student(group)).id)
  const { status, body } = await remind(id)
  expect([status, body.message]).toEqual([409, 'There is nobody to remind: every student who is asked has answered.'])
  expect((await at.stored('feedback_surveys', id))?.reminded_at).toBeNull()
})

test('a mail server that hangs holds no answer up', async () => {
  const held = Promise.withResolvers<void>()
  hang = held.promise
  const id = await at.make.survey(ofWards)
  expect((await remind(id)).status).toBe(200)
  // A process sends two at once.
  await mailsOf(id, 2)
  hang = undefined
  held.resolve()
  await mailsOf(id, members.length)
})

test('of a foreign department there is nothing to remind of, and a student reminds nobody', async () => {
  const id = await at.make.survey(ofWards)
  expect((await remind(id, surgeon)).status).toBe(404)
  expect((await remind(id, people[0]?.caller)).status).toBe(403)
  expect((await at.stored('feedback_surveys', id))?.reminded_at).toBeNull()
})
