import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { keyedPoster } from '../../testing/keyed.ts'
import { unpack, unseal } from './sealing.rules.ts'

const { at, admin, hod, medicine, wards, batch, clinic, student } = await furnished()
const { rows: days } = await sql<{ day: string }>`select ((now() at time zone 'Asia/Karachi')::date + n)::text as day
  from generate_series(-1, 1) n order by n`.execute(at.db)
const [yesterday = '', , tomorrow = ''] = days.map(({ day }) => day)

type Fields = Parameters<typeof at.make.survey>[0]
const ofWards = { department_id: medicine, batch_id: batch, group_id: wards }

/** A survey with a required text, a choice and a rating. */
async function survey(fields: Fields = {}) {
  const id = await at.make.survey({ ...ofWards, ...fields })
  const text = await at.make.question(id, { is_required: true, position: 1 })
  const choice = await at.make.question(id, {
    question_type: 'multiple_choice',
    question_text: 'What helped?',
    options: JSON.stringify(['Books', 'Rounds']),
    position: 2,
  })
  const rating = await at.make.question(id, { question_type: 'rating', question_text: 'And in all?', position: 3 })
  return { id, text, choice, rating }
}
const answersOf = (given: Record<number, unknown>) =>
  Object.entries(given).map(([id, answer]) => ({ feedback_question_id: Number(id), answer }))
const bodyOf = (id: number, given: Record<number, unknown>) => ({ feedback_survey_id: id, answers: answersOf(given) })

const named = (id: number) =>
  at.db.selectFrom('feedback_responses').selectAll().where('feedback_survey_id', '=', id).orderBy('id').execute()
/** Fewer than five: they wait. */
async function anonymous(id: number): Promise<Record<string, unknown>[]> {
  const key = await at.responsesKey.open()
  const rows = at.db.selectFrom('feedback_waiting_responses').select('sealed').where('feedback_survey_id', '=', id)
  return (await rows.execute()).map(({ sealed }) => JSON.parse(unpack(unseal(sealed, id, key) ?? Buffer.of())))
}
const ALREADY = { message: 'You have already answered this survey.' }

test.each(['/feedback-responses', '/feedback-responses/submit'])('a student answers by POST %s', async (path) => {
  const { caller, id: studentId } = await student(wards)
  const other = await student(wards)
  const { id, text, choice, rating } = await survey({ title: 'Teaching' })
  const sent = {
    ...bodyOf(id, { [rating]: '4', [text]: ' Good ', [choice]: ['Rounds', 'Books'] }),
    student_id: other.id,
  }
  const { status, body } = await caller.post(path, sent)
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data).toEqual({
    id: expect.any(Number),
    feedback_survey_id: id,
    survey_title: 'Teaching',
    is_anonymous: false,
    student_id: studentId,
    student: expect.objectContaining({ id: studentId, status: 'active' }),
    answers: answersOf({ [text]: 'Good', [choice]: ['Books', 'Rounds'], [rating]: 4 }),
    submitted_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(await named(id)).toMatchObject([{ student_id: studentId, answers: { [text]: 'Good', [rating]: 4 } }])
  expect((await caller.get(`/feedback-surveys/${id}`)).body.data.has_responded).toBe(true)
  expect(await caller.post(path, sent)).toMatchObject({ status: 409, body: ALREADY })
  expect(await named(id)).toHaveLength(1)
})

test('of an anonymous survey the answer tells nothing that the database does not keep', async () => {
  const { caller } = await student(wards)
  const { id, text } = await survey({ is_anonymous: true })
  const { status, body } = await caller.post('/feedback-responses', bodyOf(id, { [text]: 'Late' }))
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ id: null, is_anonymous: true, student_id: null, student: null, submitted_at: null })
  expect(await anonymous(id)).toEqual([{ [text]: 'Late' }])
  expect(await named(id)).toEqual([])
  const again = await caller.post('/feedback-responses', bodyOf(id, { [text]: 'Late' }))
  expect(again).toMatchObject({ status: 409, body: ALREADY })
})

describe('all that is wrong is told at once, and nothing is kept', () => {
  test.each([false, true])('anonymous: %s', async (is_anonymous) => {
    const { caller } = await student(wards)
    const { id, text, choice, rating } = await survey({ is_anonymous })
    const { text: foreign } = await survey()
    const wrong = bodyOf(id, { [text]: '  ', [choice]: ['Luck'], [rating]: 6, [foreign]: 'x' })
    const { status, body } = await caller.post('/feedback-responses', wrong)
    expect([status, body.errors]).toEqual([
      422,
      {
        answers: ['Please answer all required questions: “How was the teaching?”'],
        [`answers.${choice}`]: ['“What helped?” must be some of its options'],
        [`answers.${rating}`]: ['“And in all?” must be a rating from 1 to 5'],
        [`answers.${foreign}`]: ['This question is not one of this survey'],
      },
    ])
    const twice = { feedback_survey_id: id, answers: [...answersOf({ [text]: 'a' }), ...answersOf({ [text]: 'b' })] }
    expect((await caller.post('/feedback-responses', twice)).body.errors).toEqual({
      [`answers.${text}`]: ['This question is answered twice'],
    })
    const shapeless = {
      feedback_survey_id: 0,
      answers: [{ feedback_question_id: 'x', answer: 1 }, null, {}, { feedback_question_id: 1 }],
    }
    expect((await caller.post('/feedback-responses', shapeless)).body.errors).toEqual({
      feedback_survey_id: ['Survey is required'],
      'answers.0.feedback_question_id': ['Question is required'],
      answers: ['An answer must be an object'],
      'answers.2.feedback_question_id': ['Question is required'],
      'answers.2.answer': ['Answer is required; null is none'],
      'answers.3.answer': ['Answer is required; null is none'],
    })
    expect((await caller.post('/feedback-responses', {})).body.errors).toMatchObject({
      answers: ['Answers must be a list'],
    })
    expect([await named(id), await anonymous(id)]).toEqual([[], []])
  })
})

test('only a survey that is open, and asks the student, is answered', async () => {
  const { caller } = await student(wards)
  const elsewhere = (await student(clinic)).caller
  const attempt = async (fields: Fields, by = caller) => {
    const { id, text } = await survey(fields)
    const { status, body } = await by.post('/feedback-responses', bodyOf(id, { [text]: 'x' }))
    expect([await named(id), await anonymous(id)].flat()).toHaveLength(status === 201 ? 1 : 0)
    return [status, body.errors ?? body.message]
  }
  for (const is_anonymous of [false, true]) {
    const of = (fields: Fields) => ({ is_anonymous, ...fields })
    expect(await attempt(of({ start_date: yesterday, end_date: tomorrow }))).toEqual([201, undefined])
    expect(await attempt(of({ end_date: yesterday }))).toEqual([409, 'This survey has expired'])
    expect(await attempt(of({ status: 'closed' }))).toEqual([409, 'This survey is closed.'])
    const missing = [422, { feedback_survey_id: ['Survey does not exist'] }]
    expect(await attempt(of({ status: 'draft' }))).toEqual(missing)
    expect(await attempt(of({ start_date: tomorrow }))).toEqual(missing)
    expect(await attempt(of({}), elsewhere)).toEqual(missing)
    for (const staff of [admin, hod]) expect((await attempt(of({}), staff))[0]).toBe(403)
  }
})

test('an answer to what the student has not read is refused', async () => {
  for (const is_anonymous of [false, true]) {
    const { caller } = await student(wards)
    const { id, text, rating } = await survey({ is_anonymous })
    const { rows } = await sql<{
      question_text: string
    }>`select question_text from feedback_questions where id = ${text}`.execute(at.db)
    const send = async (asked: string | undefined, promised: boolean | undefined, given = 'x') => {
      const answers = [
        { feedback_question_id: text, answer: given, asked },
        { feedback_question_id: rating, answer: 4, asked: 'And in all?' },
      ]
      const sent = { feedback_survey_id: id, answers, is_anonymous: promised }
      const { status, body } = await caller.post('/feedback-responses', sent)
      return [status, body.errors ?? body.message]
    }
    const asked = rows[0]?.question_text ?? ''
    expect(await send('Was it bad?', is_anonymous)).toEqual([
      422,
      { [`answers.${text}`]: ['This question was changed after you had answered it.'] },
    ])
    expect(await send(asked, !is_anonymous)).toEqual([
      409,
      is_anonymous
        ? 'This survey has become anonymous. Please read it again before you submit.'
        : 'This survey is no longer anonymous: your answers would be stored with your name. Please read it again before you submit.',
    ])
    expect([await named(id), await anonymous(id)].flat()).toHaveLength(0)
    expect(await send(asked, is_anonymous)).toEqual([201, undefined])
  }
})

test('a response answers something', async () => {
  const { caller } = await student(wards)
  const id = await at.make.survey(ofWards)
  const none = { feedback_survey_id: id, answers: [] as object[] }
  expect((await caller.post('/feedback-responses', none)).body.message).toBe('This survey has no questions yet.')
  const question = await at.make.question(id)
  const blank = { ...none, answers: [{ feedback_question_id: question, answer: ' ' }] }
  for (const sent of [none, blank]) {
    const { status, body } = await caller.post('/feedback-responses', sent)
    expect([status, body.errors]).toEqual([422, { answers: ['Please answer at least one question.'] }])
  }
})

describe('what is sent again with its key is told as at first, and counts once', () => {
  test.each([false, true])('anonymous: %s', async (is_anonymous) => {
    const { userId } = await student(wards)
    const post = await keyedPoster(at, userId)
    const { id, text } = await survey({ is_anonymous })
    const key = randomUUID()
    const sent = bodyOf(id, { [text]: 'Good' })
    const answers = await Promise.all(Array.from({ length: 30 }, () => post('/feedback-responses', sent, key)))
    const [first, ...again] = answers.toSorted((one, other) => one.status - other.status)
    expect(first?.status).toBe(201)
    // The reply repeats no answers to an anonymous survey.
    expect(first?.body.data.answers).toHaveLength(is_anonymous ? 0 : 1)
    for (const { status, body } of again) expect([status, body]).toEqual([201, first?.body])
    const others = Array.from({ length: 30 }, (_, n) =>
      post('/feedback-responses', sent, n % 2 ? randomUUID() : undefined),
    )
    for (const other of await Promise.all(others)) expect(other).toMatchObject({ status: 409, body: ALREADY })
    expect([await named(id), await anonymous(id)].flat()).toHaveLength(1)
    expect(await at.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  test.each([false, true])('also where a student may answer several times; anonymous: %s', async (is_anonymous) => {
    const [one, other] = [await student(wards), await student(wards)]
    const [post, postOther] = [await keyedPoster(at, one.userId), await keyedPoster(at, other.userId)]
    const { id, text } = await survey({ is_anonymous, allow_multiple_responses: true })
    const keys = Array.from({ length: 6 }, () => randomUUID())
    const sendAll = () =>
      Promise.all(
        [...keys, ...keys].map((key, n) => post('/feedback-responses', bodyOf(id, { [text]: `${n % 6}` }), key)),
      )
    for (const { status } of [...(await sendAll()), ...(await sendAll())]) expect(status).toBe(201)
    const kept = async () => [...(await named(id)).map(({ answers }) => answers), ...(await anonymous(id))]
    const texts = async () => (await kept()).map((answers) => answers[text]).toSorted()
    expect(await texts()).toEqual(['0', '1', '2', '3', '4', '5'])
    const taken = { status: 409, body: { message: 'This Idempotency-Key was used for another request.' } }
    const changed = await post('/feedback-responses', bodyOf(id, { [text]: 'other' }), keys[0])
    expect(changed).toMatchObject(is_anonymous ? { status: 201, body: { data: { answers: [] } } } : taken)
    // A key is its student's: nobody finds out, or stands in the way of, what another one has sent.
    expect((await postOther('/feedback-responses', bodyOf(id, { [text]: '6' }), keys[0])).status).toBe(201)
    expect((await texts()).at(-1)).toBe('6')
    expect((await postOther('/feedback-responses', bodyOf(id, { [text]: '0' }), 'a b')).status).toBe(400)
  })
})

test.each([
  false,
  true,
])('twenty a day are taken of a student, however many come at once; anonymous: %s', async (is_anonymous) => {
  const { userId } = await student(wards)
  const post = await keyedPoster(at, userId)
  const { id, text } = await survey({ is_anonymous, allow_multiple_responses: true })
  const keys = Array.from({ length: 25 }, () => randomUUID())
  const send = (key: string) => post('/feedback-responses', bodyOf(id, { [text]: 'again' }), key)
  const first = await Promise.all(keys.map(send))
  const taken = keys.filter((_, n) => first[n]?.status === 201)
  expect([taken.length, [...(await named(id)), ...(await anonymous(id))].length]).toEqual([20, 20])
  const message = 'You have sent 20 responses to this survey today. You can send more tomorrow.'
  for (const key of keys)
    expect(await send(key)).toMatchObject(taken.includes(key) ? { status: 201 } : { status: 409, body: { message } })
  await sql`update feedback_responses set submitted_at = submitted_at - interval '1 day'`.execute(at.db)
  await sql`update feedback_participants set day = day - 1`.execute(at.db)
  expect((await send(randomUUID())).status).toBe(201)
})

test('whoever changes a survey waits for those who answer it', async () => {
  const { caller } = await student(wards)
  const { id, text } = await survey()
  const answered: number[] = []
  await at.db.transaction().execute(async (tx) => {
    await sql`select from feedback_surveys where id = ${id} for update`.execute(tx)
    const sent = caller
      .post('/feedback-responses', bodyOf(id, { [text]: 'x' }))
      .then(({ status }) => answered.push(status))
    await new Promise((done) => setTimeout(done, 300))
    expect(answered).toEqual([])
    await tx
      .updateTable('feedback_surveys')
      .set({ status: 'closed', closed_at: new Date() })
      .where('id', '=', id)
      .execute()
    void sent
  })
  await expect.poll(() => answered).toEqual([409])
})
