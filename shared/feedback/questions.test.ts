import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { QUESTION_TYPES } from '../labels.ts'
import { questionTypes } from './question-types.ts'
import { checkedWhole, questionFields, settleQuestion } from './questions.ts'
import { rulesHint } from './rules.ts'

const Whole = z.object(questionFields).check(checkedWhole)
const question = { title: 'Teaching', question_text: 'How was it?', question_type: 'text' }

const read = (fields: object) => {
  const parsed = z.safeParse(Whole, { ...question, ...fields })
  if (parsed.success) return settleQuestion(parsed.data)
  return parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
}

/** The rules of each type, by hand. */
const RULED: Record<(typeof QUESTION_TYPES)[number], string> = {
  text: 'max_length min_length pattern',
  textarea: 'max_length min_length pattern',
  email: 'max_length min_length pattern',
  url: 'max_length min_length pattern',
  number: 'max min',
  date: 'max min',
  multiple_choice: 'max min',
  checkbox: 'max min',
  select: '',
  single_choice: '',
  radio: '',
  rating: '',
  boolean: '',
}
const CHOICES = ['select', 'single_choice', 'multiple_choice', 'radio', 'checkbox']

describe.each(QUESTION_TYPES)('a question of type %s', (question_type) => {
  test('has options where it needs them, and the rules of its type', () => {
    const bound = question_type === 'date' ? '2026-01-01' : '1'
    const sent = { min: bound, max: bound, min_length: '1', max_length: 1, pattern: 'a' }
    const settled = read({ question_type, options: ['One', ' ', 'Two'], validation_rules: sent })
    if (Array.isArray(settled)) throw new Error(settled.join())
    expect(
      Object.keys(settled.validation_rules ?? {})
        .toSorted()
        .join(' '),
    ).toBe(RULED[question_type])
    expect(settled.options).toEqual(CHOICES.includes(question_type) ? ['One', 'Two'] : [])
  })

  test('is refused without an option where it needs one', () => {
    for (const options of [undefined, null, [], ['', '  '], [null]])
      expect(read({ question_type, options })).toEqual(
        CHOICES.includes(question_type)
          ? ['options: At least one option is required']
          : { options: [], validation_rules: null, problems: [] },
      )
  })
})

test('all that is wrong is told at once', () => {
  expect(read({ title: ' ', question_type: 'radio', question_text: null, order: 0 })).toEqual([
    'title: Title is required',
    'question_text: Question text is required',
    'order: Order must be at least 1',
    'options: At least one option is required',
  ])
  expect(read({ title: '????? ????' })).toEqual([
    expect.stringMatching(/^title: Title has question marks where letters/),
  ])
  expect(read({ question_type: 'essay', options: 'a', is_required: 'yes', validation_rules: [] })).toEqual([
    `question_type: Question type must be one of: ${QUESTION_TYPES.join(', ')}`,
    'options: Options must be a list of texts',
    'is_required: Required must be yes or no',
    'validation_rules: Validation rules must be an object',
  ])
  expect(read({ options: [{}, 'x'.repeat(201), 'a\u0000'] })).toEqual([
    'options: Option must be text',
    'options: Option must be at most 200 characters',
    'options: Option contains characters that cannot be stored',
  ])
})

test('options are there once, and not too many', () => {
  expect(read({ question_type: 'radio', options: ['é', 'e\u0301'] })).toEqual([
    'options: Each option can be there only once',
  ])
  const many = Array.from({ length: 51 }, (_, n) => `Option ${n}`)
  expect(read({ question_type: 'radio', options: many })).toEqual(['options: There can be at most 50 options'])
})

test.each<[string, object, string[]]>([
  ['number', { min: 'few' }, ['Minimum must be a number, for example 3.5']],
  ['number', { min: 5, max: '4' }, ['Maximum must be at least the minimum']],
  ['date', { min: 5 }, ['Minimum must be a valid date (YYYY-MM-DD)']],
  ['date', { min: '2026-02-02', max: '2026-02-01' }, ['Maximum must be at least the minimum']],
  ['checkbox', { max: 3 }, ['Maximum must be a whole number from 0 to 2']],
  ['checkbox', { min: 1.5 }, ['Minimum must be a whole number from 0 to 2']],
  ['text', { max_length: 501 }, ['Maximum length must be a whole number from 0 to 500']],
  ['text', { min_length: -1 }, ['Minimum length must be a whole number from 0 to 500']],
  ['text', { min_length: 9, max_length: 8 }, ['Maximum length must be at least the minimum length']],
  ['text', { pattern: '(a' }, ['Pattern is not one that can be checked']],
  [
    'email',
    { min_length: 'x', pattern: '(?=a)' },
    ['Minimum length must be a whole number from 0 to 254', 'Pattern is not one that can be checked'],
  ],
  ['text', { min: {} }, ['Minimum must be a number or a short text']],
])('a question of type %s is refused with the rules %j', (question_type, validation_rules, problems) =>
  expect(read({ question_type, options: ['One', 'Two'], validation_rules })).toEqual(
    problems.map((problem) => `validation_rules: ${problem}`),
  ))

test('rules that are empty are none, and typed numbers are numbers', () => {
  const rules = (question_type: string, validation_rules: object) => {
    const settled = read({ question_type, validation_rules })
    return Array.isArray(settled) ? settled : settled.validation_rules
  }
  expect(rules('text', { min_length: '', pattern: null, other: 1 })).toBeNull()
  expect(rules('text', { min_length: ' 3 ', pattern: ' [a-z]+ ' })).toEqual({ min_length: 3, pattern: '[a-z]+' })
  expect(rules('number', { min: '-1.5', max: 2 })).toEqual({ min: -1.5, max: 2 })
})

test.each<[keyof typeof RULED, object, string[]]>([
  ['text', { min_length: 5 }, ['At least 5 characters']],
  ['text', { min_length: 1 }, ['At least 1 character']],
  ['textarea', { min_length: 0, max_length: 300 }, ['At most 300 characters']],
  ['email', { min_length: 5, max_length: 300 }, ['From 5 to 300 characters']],
  ['text', { min_length: 5, max_length: 5, pattern: '\\d+' }, ['Exactly 5 characters', 'In the form \\d+']],
  ['text', { min_length: 0 }, []],
  ['number', { min: 0 }, ['At least 0']],
  ['number', { max: 2.5 }, ['At most 2.5']],
  ['number', { min: -1, max: 10 }, ['From -1 to 10']],
  ['date', { min: '2026-01-01' }, ['Not before day 2026-01-01']],
  ['date', { max: '2026-01-01' }, ['Not after day 2026-01-01']],
  ['date', { min: '2026-01-01', max: '2026-02-01' }, ['From day 2026-01-01 to day 2026-02-01']],
  ['checkbox', { min: 2 }, ['Choose at least 2']],
  ['checkbox', { min: 0, max: 3 }, ['Choose at most 3']],
  ['multiple_choice', { min: 2, max: 3 }, ['Choose 2 to 3']],
  ['multiple_choice', { min: 2, max: 2 }, ['Choose 2']],
])('what a question of type %s asks with the rules %j is told beforehand', (type, rules, hints) =>
  expect(rulesHint(rules, questionTypes[type], (day) => `day ${day}`)).toEqual(hints))
