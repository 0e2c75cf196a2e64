import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { SurveyWithQuestions } from '../../../shared/contract/feedback/surveys.ts'
import {
  asked,
  invalidAnswer,
  oneOf,
  type Random,
  randomOf,
  validAnswer,
} from '../../../shared/feedback/answers.fixture.ts'
import { checkAnswers, missingText, NOTHING_ANSWERED } from '../../../shared/feedback/answers.ts'
import type { QuestionDefinition } from '../../../shared/feedback/question-types.ts'
import type { Rules } from '../../../shared/feedback/rules.ts'
import { QUESTION_TYPES } from '../../../shared/labels.ts'
import { bodyOf, checkGiven, typedNumber } from '../../../web/features/student-feedback/answers.rules.ts'
import { furnished } from '../../testing/college.ts'

// A student's browser and the server must judge any answers alike, of every type and by any rules.
const { at, student, wards } = await furnished()
const { caller } = await student(wards)

const SURVEYS = 8
const TIMES = 30

type Type = QuestionDefinition['question_type']
type Question = QuestionDefinition & { id: number }

const words = (random: Random) =>
  oneOf(random, ['', ' ', 'ok', 'ٹھیک', '👩👩', 'MBBS-22001', `${'long '.repeat(99)}`, 'a\nb', '=1+1'])

/** Rules of the type, of which the last one may leave out any. */
const RULES: Record<'numbers' | 'days' | 'choices' | 'lengths', (random: Random) => Rules> = {
  numbers: (random) => ({ min: random(9) - 5, max: 5 + random(9) / 2 }),
  days: (random) => ({ min: `20${10 + random(10)}-02-28`, max: `20${20 + random(10)}-03-01` }),
  choices: (random) => ({ min: random(3), max: 2 + random(3) }),
  lengths: (random) => ({
    min_length: random(4),
    max_length: 4 + random(40),
    pattern: oneOf(random, ['.*', '[a-z]+', 'MBBS-\\d{5}', '\\S(.|\\n)*']),
  }),
}
const RULED: Partial<Record<Type, keyof typeof RULES>> = {
  number: 'numbers',
  date: 'days',
  multiple_choice: 'choices',
  checkbox: 'choices',
  text: 'lengths',
  textarea: 'lengths',
  email: 'lengths',
  url: 'lengths',
}

function rulesOf(random: Random, type: Type): Rules | null {
  const kind = RULED[type]
  const some = Object.entries(kind ? RULES[kind](random) : {}).filter(() => random(3) === 0)
  return some.length > 0 ? Object.fromEntries(some) : null
}

/** A survey with a question of every type. */
async function madeSurvey(random: Random): Promise<{ id: number; questions: Question[] }> {
  const id = await at.make.survey({ allow_multiple_responses: true })
  const questions: Question[] = []
  for (const [place, type] of QUESTION_TYPES.entries()) {
    const fields = { is_required: random(8) === 0, validation_rules: rulesOf(random, type) }
    const question = asked(type, { ...fields, question_text: `${place + 1}. How was it?` })
    const stored = {
      options: JSON.stringify(question.options),
      validation_rules: JSON.stringify(fields.validation_rules),
    }
    const validation_rules = fields.validation_rules && stored.validation_rules
    questions.push({
      id: await at.make.question(id, { ...question, ...stored, validation_rules, position: place + 1 }),
      ...question,
    })
  }
  return { id, questions }
}

/** Numbers, days and texts at the edges of the question's rules and beside them. */
function nearRules(random: Random, { validation_rules }: QuestionDefinition): unknown {
  const { min = 0, max = 9, min_length = 1, max_length = 9 } = validation_rules ?? {}
  if (typeof min === 'string' || typeof max === 'string') return oneOf(random, [min, max, `${max} `, '2024-02-30'])
  const edges = [min - 1, min - 0.000001, min, max, max + 1].map(String)
  return oneOf(random, [...edges, 'x'.repeat(oneOf(random, [min_length, min_length + 1, max_length, max_length + 1]))])
}

/** Mostly meant for the question, valid or not. */
function anything(random: Random, question: QuestionDefinition): unknown {
  const type = random(6) === 0 ? oneOf(random, QUESTION_TYPES) : question.question_type
  return oneOf(random, [
    validAnswer,
    validAnswer,
    invalidAnswer,
    () => words(random),
    () => nearRules(random, question),
  ])(random, type)
}

/** Returns an answer as the inputs of a form hold it: texts, and lists of them. */
const asHeld = (given: unknown) =>
  Array.isArray(given) ? given.filter((one) => typeof one === 'string') : typeof given === 'object' ? '' : String(given)

const given = <T>(random: Random, questions: readonly Question[], take: (question: Question) => T): Record<number, T> =>
  Object.fromEntries(questions.filter(() => random(4) > 0).map((question) => [question.id, take(question)]))

const stored = async (id: number) => {
  const { answers } = await at.db
    .selectFrom('feedback_responses')
    .select('answers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return answers
}

const send = (id: number, questions: readonly Question[], answers: Readonly<Record<string, unknown>>) => {
  const survey = { id, is_anonymous: false, questions } as unknown as SurveyWithQuestions
  return caller.post('/feedback-responses', bodyOf(survey, answers as Parameters<typeof bodyOf>[1]))
}

/** The refusal that a check foretells. */
function refusalOf({ missing, problems, answers }: ReturnType<typeof checkAnswers<Question>>) {
  const isEmpty = Object.keys({ ...answers, ...problems }).length === 0
  const all = missing.length > 0 ? [missingText(missing)] : isEmpty ? [NOTHING_ANSWERED] : undefined
  return {
    ...Object.fromEntries(Object.entries(problems).map(([id, problem]) => [`answers.${id}`, [problem]])),
    ...(all ? { answers: all } : {}),
  }
}

/** Fills a form in; in half of the cases what is wrong has been mended or taken back. */
function filledIn(random: Random, questions: readonly Question[], isCareful: boolean) {
  const held = given(random, questions, (question) => asHeld(anything(random, question)))
  if (!isCareful) return held
  const { problems, missing } = checked(questions, held)
  for (const id of Object.keys(problems)) delete held[Number(id)]
  for (const question of missing) held[question.id] = asHeld(validAnswer(random, question.question_type))
  return held
}

const checked = (questions: readonly Question[], held: ReturnType<typeof given<string | string[]>>) =>
  checkGiven(questions as unknown as SurveyQuestion[], held) as unknown as ReturnType<typeof checkAnswers<Question>>

test('what a browser sends is taken, and what it keeps back would be refused for the same reasons', async () => {
  const random = randomOf(2026)
  const seen = { taken: 0, refused: 0 }
  for (let survey = 0; survey < SURVEYS; survey += 1) {
    const { id, questions } = await madeSurvey(random)
    for (let time = 0; time < TIMES; time += 1) {
      const held = filledIn(random, questions, time % 2 === 0)
      const check = checked(questions, held)
      const told = JSON.stringify({ questions, held })
      if (Object.keys(refusalOf(check)).length === 0) {
        const { status, body } = await send(id, questions, check.answers)
        expect([status, body.errors], told).toEqual([201, undefined])
        expect(await stored(body.data.id), told).toEqual(check.answers)
        seen.taken += 1
      } else {
        // A number in the digits of another keyboard is one to the browser alone.
        const typed = questions.filter(({ question_type }) => question_type === 'number').map(({ id }) => id)
        const sent = Object.fromEntries(
          Object.entries(held).map(([of, one]) => [of, typed.includes(Number(of)) ? typedNumber(`${one}`) : one]),
        )
        const { status, body } = await send(id, questions, sent)
        expect([status, body.errors], told).toEqual([422, refusalOf(check)])
        seen.refused += 1
      }
    }
  }
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50)
})

test('whatever a program sends is stored as the browser’s own check has it, or refused', async () => {
  const random = randomOf(7)
  const { id, questions } = await madeSurvey(random)
  // More than a day takes of one student.
  const earlier = sql`update feedback_responses set submitted_at = submitted_at - interval '2 days'`
  const optional = questions.map((question) => ({ ...question, is_required: false }))
  await at.db
    .updateTable('feedback_questions')
    .set({ is_required: false })
    .where('feedback_survey_id', '=', id)
    .execute()
  for (let time = 0; time < 250; time += 1) {
    const question = oneOf(random, optional)
    const sent = JSON.parse(JSON.stringify({ [question.id]: anything(random, question) ?? null }))
    const checked = checkAnswers(optional, sent)
    if (time % 20 === 0) await earlier.execute(at.db)
    const { status, body } = await send(id, questions, sent)
    const told = JSON.stringify({ question, sent })
    const refusal = refusalOf(checked)
    if (Object.keys(refusal).length > 0) expect([status, body.errors], told).toEqual([422, refusal])
    else expect([status, await stored(body.data.id)], told).toEqual([201, checked.answers])
  }
})
