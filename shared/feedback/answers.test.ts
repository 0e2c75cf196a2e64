import { describe, expect, test } from 'vitest'
import { QUESTION_TYPES } from '../labels.ts'
import { asked, invalidAnswer, invalidAnswers, oneOf, randomOf, validAnswer } from './answers.fixture.ts'
import { checkAnswer, checkAnswers, isUnanswered, missingText } from './answers.ts'
import { questionName } from './question-name.ts'
import { type Answer, type QuestionDefinition, questionTypes } from './question-types.ts'

type Type = QuestionDefinition['question_type']

const stored = (question: QuestionDefinition, given: unknown): unknown => {
  const checked = checkAnswer(question, given)
  if (!checked) return 'unanswered'
  return 'answer' in checked ? { is: checked.answer } : checked.problem
}

/** Checks by hand that a stored answer has the form of its type. */
const isOfType: Record<Type, (answer: Answer, options: readonly string[]) => boolean> = {
  text: (answer) => typeof answer === 'string' && answer !== '' && !/[\n\r]/.test(answer),
  textarea: (answer) => typeof answer === 'string' && answer !== '',
  number: (answer) => typeof answer === 'number' && Number.isFinite(answer),
  email: (answer) => typeof answer === 'string' && /^\S+@\S+\.\S+$/.test(answer),
  date: (answer) => typeof answer === 'string' && /^\d{4}-\d\d-\d\d$/.test(answer) && !Number.isNaN(Date.parse(answer)),
  url: (answer) => typeof answer === 'string' && ['http:', 'https:'].includes(new URL(answer).protocol),
  select: (answer, options) => options.some((option) => option === answer),
  single_choice: (answer, options) => options.some((option) => option === answer),
  radio: (answer, options) => options.some((option) => option === answer),
  multiple_choice: (answer, options) => Array.isArray(answer) && answer.every((one) => options.includes(one)),
  checkbox: (answer, options) => Array.isArray(answer) && new Set(answer).size === answer.length && options.length > 0,
  rating: (answer) => [1, 2, 3, 4, 5].some((point) => point === answer),
  boolean: (answer) => answer === true || answer === false,
}

describe.each(QUESTION_TYPES)('an answer to a question of type %s', (type) => {
  const question = asked(type)

  test('is taken when it is valid, and what is stored of it is taken again as it is', () => {
    const random = randomOf(14)
    for (let time = 0; time < 300; time += 1) {
      const given = validAnswer(random, type)
      const checked = checkAnswer(question, given)
      if (!checked || !('answer' in checked)) throw new Error(`${JSON.stringify(given)}: ${checked?.problem}`)
      expect(isOfType[type](checked.answer, question.options), JSON.stringify(given)).toBe(true)
      expect(checkAnswer(question, JSON.parse(JSON.stringify(checked.answer)))).toEqual(checked)
      expect(['string', 'number']).toContain(typeof questionTypes[type].cell(checked.answer))
    }
  })

  test('is refused when it is not, by a text that names the question', () => {
    for (const given of invalidAnswers(type)) {
      const checked = checkAnswer(question, given)
      const said = checked && 'problem' in checked ? checked.problem : `taken: ${JSON.stringify(checked)}`
      expect(said, JSON.stringify(given)).toMatch(/^“How was it\?” (?:must|contains)/)
    }
  })

  test('is of its type or refused, whatever was meant for whichever type', () => {
    const random = randomOf(41)
    for (let time = 0; time < 1_000; time += 1) {
      const of = oneOf(random, QUESTION_TYPES)
      const given = random(2) === 0 ? validAnswer(random, of) : invalidAnswer(random, of)
      const checked = checkAnswer(question, given)
      if (checked && 'answer' in checked)
        expect(isOfType[type](checked.answer, question.options), JSON.stringify(given)).toBe(true)
    }
  })

  test('is none when nothing was said', () => {
    for (const given of [undefined, null, '', '  ', '\n', []]) expect(stored(question, given)).toBe('unanswered')
  })
})

const HOW = '“How was it?”'

test.each<[Type, QuestionDefinition['validation_rules'], unknown, unknown]>([
  ['text', null, '  fine  ', { is: 'fine' }],
  ['text', { min_length: 5 }, 'fine', `${HOW} must be at least 5 characters`],
  ['text', { max_length: 3 }, 'fine', `${HOW} must be at most 3 characters`],
  ['text', { min_length: 4, max_length: 4 }, ' fine ', { is: 'fine' }],
  ['text', { pattern: 'MBBS-\\d{5}' }, 'MBBS-22001', { is: 'MBBS-22001' }],
  ['text', { pattern: 'MBBS-\\d{5}' }, 'x MBBS-22001', `${HOW} must be in the form MBBS-\\d{5}`],
  ['textarea', null, ' a\r\nb ', { is: 'a\nb' }],
  ['textarea', { max_length: 2 }, 'a\nb', `${HOW} must be at most 2 characters`],
  ['email', { pattern: '.*@college\\.pk' }, 'a@college.pk', { is: 'a@college.pk' }],
  ['email', { pattern: '.*@college\\.pk' }, 'a@other.pk', `${HOW} must be in the form .*@college\\.pk`],
  ['number', null, ' 12.50 ', { is: 12.5 }],
  ['number', null, '-0', { is: 0 }],
  ['number', null, '.5', { is: 0.5 }],
  ['number', null, '-5.', { is: -5 }],
  ['number', null, '3,5', `${HOW} must be a number, for example 3.5`],
  ['number', { min: 1 }, 'few', `${HOW} must be a number, for example 3.5`],
  ['number', null, '1234567890123', `${HOW} must have at most 12 digits and 6 decimals`],
  ['number', null, 0.1234567, `${HOW} must have at most 12 digits and 6 decimals`],
  ['number', { min: 1, max: 10 }, 1, { is: 1 }],
  ['number', { min: 1, max: 10 }, '10', { is: 10 }],
  ['number', { min: 1, max: 10 }, 0.999999, `${HOW} must be at least 1`],
  ['number', { min: 1, max: 10 }, 11, `${HOW} must be at most 10`],
  ['date', { min: '2026-01-01', max: '2026-12-31' }, '2026-12-31', { is: '2026-12-31' }],
  ['date', { min: '2026-01-01' }, '2025-12-31', `${HOW} must not be before 2026-01-01`],
  ['date', { max: '2026-12-31' }, '2027-01-01', `${HOW} must not be after 2026-12-31`],
  ['checkbox', null, ['Never', 'Always', 'Never'], { is: ['Always', 'Never'] }],
  ['checkbox', { min: 2 }, ['Never', 'Never'], `${HOW} needs at least 2 of its options`],
  ['multiple_choice', { max: 1 }, ['Never', 'Often'], `${HOW} takes at most 1 of its options`],
  ['rating', null, ' 4 ', { is: 4 }],
  ['boolean', null, 'false', { is: false }],
])('of type %s, with the rules %j: %j', (type, validation_rules, given, expected) =>
  expect(stored(asked(type, { validation_rules }), given)).toEqual(expected))

test('the answers to a survey are checked together: what is missing, what is wrong, and what is stored', () => {
  const questions = [
    { id: 7, ...asked('text', { is_required: true, question_text: 'What was good?' }) },
    { id: 3, ...asked('number', { question_text: 'How many\n  hours?' }) },
    { id: 5, ...asked('boolean', { is_required: true }) },
    { id: 4, ...asked('checkbox', { is_required: true, question_text: `${'Why? '.repeat(30)}` }) },
    { id: 9, ...asked('rating') },
  ]
  const checked = checkAnswers(questions, { 7: ' ', 3: 'many', 5: false, 4: [], 99: 'of no question' })
  expect(checked.answers).toEqual({ 5: false })
  expect(checked.problems).toEqual({ 3: expect.stringMatching(/^“How many hours\?” must be a number/) })
  expect(checked.missing.map(({ id }) => id)).toEqual([7, 4])
  expect(missingText(checked.missing)).toBe(
    `Please answer all required questions: “What was good?”, ${questionName(questions[3] as QuestionDefinition)}`,
  )
  expect(questionName(questions[3] as QuestionDefinition)).toHaveLength(82)
  expect(isUnanswered(false)).toBe(false)
})

test('in an export choices stand beside each other, yes and no in words, numbers as numbers', () => {
  expect(questionTypes.checkbox.cell(['Always', 'Often'])).toBe('Always; Often')
  expect(questionTypes.boolean.cell(true)).toBe('Yes')
  expect(questionTypes.boolean.cell(false)).toBe('No')
  expect(questionTypes.number.cell(12.5)).toBe(12.5)
  expect(questionTypes.text.cell('fine')).toBe('fine')
})
