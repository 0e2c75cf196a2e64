import { beforeAll, expect, test } from 'vitest'
import { checkAnswers } from '../../shared/feedback/answers.ts'
import { settleQuestion } from '../../shared/feedback/questions.ts'
import { QUESTION_TYPES } from '../../shared/labels.ts'
import { RESULTS_FROM, SURVEY_STANDINGS } from '../../shared/policies/feedback.ts'
import { dayIn } from '../core/clock.ts'
import type { Tx } from '../db/types.ts'
import { unpack, unseal } from '../features/responses/sealing.rules.ts'
import { unfurnished } from '../testing/college.ts'
import { fillCollege } from './college.ts'
import { fillFeedback } from './feedback.ts'
import { fillGroups } from './groups.ts'
import { fillStaff } from './staff.ts'
import { fillStudents } from './students.ts'

const at = await unfurnished()
let filled = { questions: 0, surveys: 0, responses: 0 }

beforeAll(async () => {
  const college = await fillCollege(at.db, dayIn('Asia/Karachi'), 'none')
  const staff = await fillStaff(at.db, college)
  const students = await fillStudents(at.db, college)
  const groups = await fillGroups(at.db, college, students)
  const fill = async (tx: Tx) => fillFeedback(tx, college, { staff, students, groups }, await at.responsesKey.open())
  filled = await at.db.transaction().execute(fill)
})

async function demo(account: string) {
  const where = at.db.selectFrom('users').select('id').where('email', '=', `${account}@college.test`)
  const client = await at.of((await where.executeTakeFirstOrThrow()).id)
  return async (path: string) => (await client.get(path)).body
}

test('the demo has forty questions in its pool, of every type and as the server keeps them', async () => {
  expect(filled.questions).toBe(40)
  const pool = await at.db.selectFrom('feedback_pool_questions').selectAll().execute()
  expect(new Set(pool.map(({ question_type }) => question_type))).toEqual(new Set(QUESTION_TYPES))
  expect(new Set(pool.map(({ title }) => title)).size).toBe(40)
  for (const question of pool) {
    const { options, validation_rules } = question
    expect(settleQuestion(question)).toEqual({ options, validation_rules, problems: [] })
  }
  expect((await (await demo('clerk'))('/feedback-question-pools')).data).toBeUndefined()
  expect((await (await demo('student-affair'))('/feedback-question-pools')).meta.total).toBe(38)
  expect((await (await demo('faculty'))('/feedback-question-pools/my-questions')).meta.total).toBe(3)
})

test('each question of the pool was copied as often as it says', async () => {
  const copies = await at.db
    .selectFrom('feedback_pool_questions as p')
    .leftJoin('feedback_questions as q', (join) =>
      join.onRef('q.question_text', '=', 'p.question_text').onRef('q.question_type', '=', 'p.question_type'),
    )
    .select(({ fn }) => ['p.title', 'p.usage_count', fn.count('q.id').as('copies')])
    .groupBy('p.id')
    .execute()
  expect(copies.filter(({ usage_count, copies: found }) => usage_count !== Number(found))).toEqual([])
  expect(copies.filter(({ usage_count }) => usage_count > 2).length).toBeGreaterThan(2)
})

test('its twelve surveys stand in every way that there is, some anonymous, for groups, batches, departments and all', async () => {
  const { data } = await (await demo('principal'))('/feedback-surveys?per_page=500')
  const surveys: Record<string, unknown>[] = data
  expect(surveys).toHaveLength(12)
  expect(filled.surveys).toBe(12)
  expect(new Set(surveys.map(({ standing }) => standing))).toEqual(new Set(SURVEY_STANDINGS))
  const kinds = surveys.map((one) => [one.department_id, one.batch_id, one.group_id].map((id) => (id ? 1 : 0)).join(''))
  expect(new Set(kinds)).toEqual(new Set(['000', '010', '100', '110', '111']))
  for (const field of ['is_anonymous', 'allow_multiple_responses', 'has_responses'])
    expect(new Set(surveys.map((one) => one[field]))).toEqual(new Set([true, false]))
  const changed = await at.db
    .selectFrom('feedback_surveys')
    .select('status')
    .where('changes_text', 'is not', null)
    .execute()
  expect(changed).toEqual([{ status: 'closed' }])
  for (const account of ['hod', 'faculty'])
    expect((await (await demo(account))('/feedback-surveys')).meta.total).toBeGreaterThan(3)
})

test('the demo’s student has surveys to answer and some that are answered', async () => {
  const ask = await demo('student')
  expect((await ask('/feedback-surveys?response=pending')).meta.total).toBe(2)
  expect((await ask('/feedback-surveys?response=completed')).meta.total).toBe(2)
  expect((await ask('/feedback-responses')).meta.total).toBeGreaterThan(2)
})

/** Every named response with the survey that it is of. */
const responses = () =>
  at.db
    .selectFrom('feedback_responses as r')
    .innerJoin('feedback_surveys as s', 's.id', 'r.feedback_survey_id')
    .selectAll('r')
    .select(['s.is_anonymous', 's.start_date', 's.end_date', 's.created_at as made_at'])
    .execute()

/** Every anonymous one. */
async function anonymousOnes() {
  const key = await at.responsesKey.open()
  const waiting = await at.db.selectFrom('feedback_waiting_responses').selectAll().execute()
  return waiting.map(({ feedback_survey_id, sealed }) => {
    const packed = unseal(sealed, feedback_survey_id, key)
    if (!packed) throw new Error('A response can’t be opened')
    return { feedback_survey_id, answers: JSON.parse(unpack(packed)) }
  })
}

test('every answer is one that the server takes, and what it stores of it', async () => {
  const questions = Map.groupBy(
    await at.db.selectFrom('feedback_questions').selectAll().execute(),
    ({ feedback_survey_id }) => feedback_survey_id,
  )
  const all = [...(await responses()), ...(await anonymousOnes())]
  expect(all.length).toBe(filled.responses)
  expect(all.length).toBeGreaterThan(1400)
  for (const { feedback_survey_id, answers } of all)
    expect(checkAnswers(questions.get(feedback_survey_id) ?? [], answers)).toEqual({
      answers,
      missing: [],
      problems: {},
    })
})

test('of its anonymous surveys those that have ended have results, of all that was answered', async () => {
  const ask = await demo('principal')
  const { data } = await ask('/feedback-surveys?per_page=500')
  const seen = new Set<string>()
  for (const { id, standing, is_anonymous } of data) {
    if (!is_anonymous) continue
    const { counted, responded, notice } = (await ask(`/feedback-surveys/${id}/statistics`)).data
    const hasEnded = ['closed', 'expired'].includes(standing)
    expect([counted, notice === null]).toEqual([hasEnded ? responded : 0, hasEnded])
    if (standing !== 'draft') expect(responded).toBeGreaterThan(hasEnded ? RESULTS_FROM : 0)
    seen.add(standing)
  }
  expect(seen).toEqual(new Set(['draft', 'open', 'closed', 'expired']))
})

test('it was given by a student whom the survey asks, while it was open', async () => {
  for (const { is_anonymous, submitted_at, start_date, end_date, made_at } of await responses()) {
    expect(is_anonymous).toBe(false)
    const day = submitted_at.slice(0, 10)
    expect(Date.parse(submitted_at)).toBeLessThan(Date.now())
    expect(Date.parse(submitted_at)).toBeGreaterThan(Date.parse(made_at))
    expect(start_date === null || start_date <= day).toBe(true)
    expect(end_date === null || day <= end_date).toBe(true)
  }
  const ask = await demo('principal')
  const { data } = await ask('/feedback-surveys?per_page=500')
  for (const { id, title, is_anonymous, batch_id } of data) {
    const { asked, responded } = (await ask(`/feedback-surveys/${id}/statistics`)).data
    expect([title, responded <= asked]).toEqual([title, true])
    if (is_anonymous || batch_id === null) continue
    const ofBatch = (await ask(`/feedback-surveys/${id}/statistics?batch_id=${batch_id}`)).data
    expect([title, ofBatch.responded]).toEqual([title, responded])
  }
})
