import type { QUESTION_TYPES } from '../labels.ts'
import type { QuestionDefinition } from './question-types.ts'

/** Returns whole numbers from 0 up to below a limit: endless, and the same in each run. */
export type Random = (below: number) => number

export function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

export const oneOf = <T>(random: Random, values: readonly T[]): T => values[random(values.length)] as T

const OPTIONS = ['Always', 'Often', 'Sometimes', 'Never', 'بالکل نہیں', 'No opinion, 1; 2', '=1+1']

type Type = (typeof QUESTION_TYPES)[number]

/** Makes a question of this type, with options if the type has them. */
export const asked = (question_type: Type, fields: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
  question_text: 'How was it?',
  question_type,
  options: /^(?:select|single_choice|multiple_choice|radio|checkbox)$/.test(question_type) ? OPTIONS : [],
  is_required: false,
  validation_rules: null,
  ...fields,
})

const LETTERS = [...'abcXYZ019 .,;:!?()-_"\'ßéñ', 'ب', 'ڈ', '👩', '漢', '=', '<', '&']

const words = (random: Random, most: number) =>
  `x${Array.from({ length: random(most) }, () => oneOf(random, LETTERS)).join('')}y`

const dayOf = (random: Random) =>
  new Date(Date.UTC(1801 + random(1190), random(12), 1 + random(31))).toISOString().slice(0, 10)

const numberOf = (random: Random) => (random(2_000_000_000) - 1_000_000_000) / oneOf(random, [1, 10, 100, 1_000_000])

const some = (random: Random) => {
  const chosen = OPTIONS.filter(() => random(2) === 1)
  return chosen.length > 0 ? chosen : [oneOf(random, OPTIONS)]
}

const chosen = (random: Random) => oneOf(random, OPTIONS)

/** Makes an answer that the type takes, as a form or a script may send it. */
const VALID: Record<Type, (random: Random) => unknown> = {
  text: (random) => words(random, 200),
  textarea: (random) => `${words(random, 600)}\n\t${words(random, 600)}`,
  number: (random) =>
    oneOf(random, [
      numberOf(random),
      String(random(1_000_000)),
      ` -${random(9)}.5 `,
      `.${1 + random(9)}`,
      `${random(99)}.`,
    ]),
  email: (random) => `${oneOf(random, ['a', 'sana.malik', 'x+1'])}${random(100)}@college${random(9)}.edu.pk`,
  date: dayOf,
  url: (random) => `${oneOf(random, ['http', 'https', 'HTTPS'])}://college.edu.pk/a${random(99)}?q=${random(9)}#b`,
  select: chosen,
  single_choice: chosen,
  radio: chosen,
  multiple_choice: some,
  checkbox: (random) => some(random).toReversed(),
  rating: (random) => oneOf(random, [1 + random(5), String(1 + random(5))]),
  boolean: (random) => oneOf(random, [true, false, 'true', 'false']),
}

const NEVER = [{}, { answer: 'x' }, [[]], [{}], [null], 'a\u0000b', Number.NaN, Number.POSITIVE_INFINITY]
const CHOICE = ['always', 'Always ', 'Always; Often', 0, 1, true, ['Always', 'x'], [0], { 0: 'Always' }]

/** Answers that the type refuses, besides those that every type refuses. */
const INVALID: Record<Type, readonly unknown[]> = {
  text: [5, true, ['a'], 'a\nb', 'a\u200bb', '\ud800', 'x'.repeat(501)],
  textarea: [5, true, ['a'], 'a\u0007b', '\udfff', 'x'.repeat(5001)],
  number: [
    '1e3',
    '1,5',
    'five',
    '0x10',
    '.',
    '-',
    '1.5.',
    '1,000',
    '--1',
    '1234567890123',
    '0.1234567',
    1e12,
    1e-7,
    0.1234567,
    '٣',
    true,
    [5],
  ],
  email: ['sana', '@college.pk', 'a@', 'a b@college.pk', 'a@b', 'a@college.pk, b@college.pk', 5, ['a@college.pk']],
  date: ['2026-02-30', '2026-1-1', '01.02.2026', '2026-01-01T00:00:00Z', '1799-12-31', '3000-01-01', 20_260_101, true],
  url: ['college.pk', 'ftp://college.pk', 'javascript:alert(1)', 'https://', 'https://a b.pk', 'http//a.pk', 5, true],
  select: [...CHOICE, ['Always']],
  single_choice: [...CHOICE, ['Always']],
  radio: [...CHOICE, ['Always']],
  multiple_choice: [...CHOICE, 'Always'],
  checkbox: [...CHOICE, 'Always'],
  rating: [0, 6, -1, 2.5, '0', '6', 'five', '1.5', true, [5]],
  boolean: ['yes', 'no', 'True', 0, 1, '1', ['true']],
}

export const validAnswer = (random: Random, type: Type): unknown => VALID[type](random)

export const invalidAnswer = (random: Random, type: Type): unknown => oneOf(random, [...NEVER, ...INVALID[type]])

/** Returns answers that the type refuses. */
export const invalidAnswers = (type: Type): readonly unknown[] => [...NEVER, ...INVALID[type]]
