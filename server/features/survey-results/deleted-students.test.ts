import { expect, test } from 'vitest'
import type { Mail } from '../../core/mail.ts'
import { furnished } from '../../testing/college.ts'

const mailed: Mail[] = []
const { at, admin, hod, medicine, batch, student } = await furnished({
  mail: { publicUrl: 'https://elog.test', send: async (mail) => void mailed.push(mail) },
})
const affairs = await at.as('student-affair')

/** Sixteen students of a group of their own, and a survey that asks them. */
async function arranged(fields: { is_anonymous?: boolean; allow_multiple_responses?: boolean } = {}) {
  const group = await at.make.group(batch, medicine)
  const people = await Promise.all(Array.from({ length: 16 }, () => student(group)))
  const id = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: group, ...fields })
  const question = await at.make.question(id)
  return {
    id,
    idOf: (n: number) => people[n]?.id ?? 0,
    answer: async (...numbers: number[]) => {
      for (const n of numbers) {
        const answers = [{ feedback_question_id: question, answer: `by ${n}` }]
        const sent = await people[n]?.caller.post('/feedback-responses', { feedback_survey_id: id, answers })
        expect(sent?.status).toBe(201)
      }
    },
    texts: async () => (await hod.get(`/feedback-surveys/${id}/answers/${question}`)).body.data,
    results: async () => (await hod.get(`/feedback-surveys/${id}/statistics`)).body.data,
  }
}
const remove = async (id: number, caller = affairs) => {
  const { status, body } = await caller.delete(`/students/${id}`)
  return [status, body.message]
}
const DELETED = [200, 'Student deleted successfully']

test.each([
  false,
  true,
])('no refusal tells who has answered an anonymous survey; several responses: %s', async (several) => {
  const { id, answer, idOf } = await arranged({ is_anonymous: true, allow_multiple_responses: several })
  const task = await at.make.task(medicine, [])
  const submissions = [await at.make.submission(task, idOf(0)), await at.make.submission(task, idOf(1))]
  await answer(0)
  const refused = [409, 'Student has 1 task submission. Set the status to inactive instead.']
  for (const caller of [affairs, admin]) for (const n of [0, 1]) expect(await remove(idOf(n), caller)).toEqual(refused)
  await at.db.deleteFrom('task_submissions').where('id', 'in', submissions).execute()
  expect(await remove(idOf(0))).toEqual(DELETED)
  expect(await remove(idOf(1))).toEqual(DELETED)
  expect((await hod.get(`/feedback-surveys/${id}`)).body.data.has_responses).toBe(true)
})

test('responses with a name stand against it, and are counted', async () => {
  const [first, second] = [await arranged(), await arranged()]
  await first.answer(0, 1)
  await at.make.response(second.id, first.idOf(0))
  const refused = (responses: string) => [409, `Student has ${responses}. Set the status to inactive instead.`]
  expect(await remove(first.idOf(0))).toEqual(refused('2 survey responses'))
  expect(await remove(first.idOf(1))).toEqual(refused('1 survey response'))
  expect(await remove(first.idOf(2))).toEqual(DELETED)
})

test('who has answered anonymously and is deleted leaves the results as they are', async () => {
  const { id, answer, idOf, texts, results } = await arranged({ is_anonymous: true })
  await answer(0, 1, 2, 3, 4, 5, 6)
  // Two of those who have answered, and one who has not.
  for (const n of [0, 6, 15]) expect(await remove(idOf(n))).toEqual(DELETED)
  expect(await results()).toMatchObject({ asked: 13, responded: 7, counted: 0 })

  const { status, body } = await hod.post(`/feedback-surveys/${id}/remind`)
  expect([status, body.data?.mails]).toEqual([200, 13])
  await expect.poll(() => mailed.filter(({ text }) => text.endsWith(`/${id}`))).toHaveLength(13)

  await answer(7, 8, 9, 10, 11, 12, 13, 14)
  expect((await hod.patch(`/feedback-surveys/${id}/close`)).status).toBe(200)
  expect(await results()).toMatchObject({ asked: 13, responded: 15, counted: 15 })
  expect(await remove(idOf(1))).toEqual(DELETED)
  expect((await texts()).map(({ answer }: { answer: string }) => answer).toSorted()).toEqual(
    Array.from({ length: 15 }, (_, n) => `by ${n}`).toSorted(),
  )
})
