import { isDay } from '../written-day.ts'
import { patternOf } from './pattern.ts'

/** The rules for an answer, besides its type. */
export interface Rules {
  /** The least number, the first day, or the fewest choices. */
  min?: number | string
  max?: number | string
  min_length?: number
  max_length?: number
  /** The pattern that the whole text has to fit. */
  pattern?: string
}

/** The rules as they were sent: a number as such or as typed text; an empty one is none. */
export type SentRules = { [Name in keyof Rules]?: number | string | null | undefined }

/** The rules that a type of question has. */
export interface RuleKinds {
  /** The unit of `min` and `max`; without it there are none. */
  bounds?: keyof typeof BOUNDS
  /** The most characters of an answer; without it there are no lengths and no pattern. */
  lengthMax?: number
}

const NUMBER = /^-?(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})$/
/** A number of any length. */
const ANY_NUMBER = /^-?(?:\d+\.?\d*|\.\d+)$/
const WHOLE = /^\d{1,4}$/
const NUMBER_FORM = 'must be a number, for example 3.5'
const NUMBER_LENGTH = 'must have at most 12 digits and 6 decimals'
/** The form of a day. */
export const DAY_FORM = 'must be a valid date (YYYY-MM-DD)'

/** Returns a number of the stored form, sent as a number or as typed text. */
export const numberOf = (given: unknown): number | undefined => {
  if (typeof given !== 'number' && typeof given !== 'string') return undefined
  const written = String(given).trim()
  // -0 plus 0 is 0.
  return NUMBER.test(written) ? Number(written) + 0 : undefined
}

/** Returns the problem of a text that is no number of the stored form. */
export const numberForm = (given: unknown) =>
  Number.isFinite(given) || (typeof given === 'string' && ANY_NUMBER.test(given.trim())) ? NUMBER_LENGTH : NUMBER_FORM

const wholeOf = (written: string, max: number) =>
  WHOLE.test(written) && Number(written) <= max ? Number(written) : undefined

const BOUNDS = {
  numbers: {
    read: numberOf,
    form: (_: number, written: string) => numberForm(written),
    least: 'must be at least',
    most: 'must be at most',
    of: '',
  },
  days: {
    read: (written: string) => (isDay(written) ? written : undefined),
    form: () => DAY_FORM,
    least: 'must not be before',
    most: 'must not be after',
    of: '',
  },
  choices: {
    read: wholeOf,
    form: (options: number) => `must be a whole number from 0 to ${options}`,
    least: 'needs at least',
    most: 'takes at most',
    of: ' of its options',
  },
} as const

/** Returns the problem of a number, a day or a number of choices with the question's bounds; `name` opens the text. */
export function boundProblem(
  name: string,
  value: number | string,
  kind: keyof typeof BOUNDS,
  rules: Rules | null,
): string | undefined {
  const { min, max } = rules ?? {}
  const { least, most, of } = BOUNDS[kind]
  if (min !== undefined && value < min) return `${name} ${least} ${min}${of}`
  if (max !== undefined && value > max) return `${name} ${most} ${max}${of}`
}

/** Returns the problem of a text with the question's lengths and pattern; `name` opens it. */
export function lengthProblem(name: string, text: string, rules: Rules | null): string | undefined {
  const { min_length, max_length, pattern } = rules ?? {}
  if (min_length !== undefined && text.length < min_length) return `${name} must be at least ${min_length} characters`
  if (max_length !== undefined && text.length > max_length) return `${name} must be at most ${max_length} characters`
  if (pattern !== undefined && !patternOf(pattern)?.(text)) return `${name} must be in the form ${pattern}`
}

/** The hints of limits, in the order: least, most, both, both equal. */
const HINTS = {
  numbers: ['At least', 'At most', 'From', 'Exactly'],
  days: ['Not before', 'Not after', 'From', 'On'],
  choices: ['Choose at least', 'Choose at most', 'Choose', 'Choose'],
  characters: ['At least', 'At most', 'From', 'Exactly'],
} as const

function limitsHint(
  kind: keyof typeof HINTS,
  min: number | string | undefined,
  max: number | string | undefined,
  written: (value: number | string) => string = String,
): string | undefined {
  const [least, most, from, exactly] = HINTS[kind]
  // A least number of 0 says nothing, except for numbers.
  const isFree = min === undefined || (min === 0 && kind !== 'numbers')
  if (max === undefined) return isFree ? undefined : `${least} ${written(min)}`
  if (isFree) return `${most} ${written(max)}`
  return min === max ? `${exactly} ${written(min)}` : `${from} ${written(min)} to ${written(max)}`
}

/** Returns the rules of a question in words, a line each: "From 5 to 20 characters". */
export function rulesHint(rules: Rules | null, { bounds }: RuleKinds, dayText: (day: string) => string): string[] {
  const { min, max, min_length, max_length, pattern } = rules ?? {}
  const length = limitsHint('characters', min_length, max_length)
  const hints = [
    bounds && limitsHint(bounds, min, max, bounds === 'days' ? (day) => dayText(String(day)) : undefined),
    length && `${length} ${length.endsWith(' 1') ? 'character' : 'characters'}`,
    pattern && `In the form ${pattern}`,
  ]
  return hints.filter((hint) => hint !== undefined)
}

interface RuleProblem {
  rule: keyof Rules
  message: string
}

/** Returns the rules to store, limited to those of the type, null for none, with the problems of the sent ones. */
export function readRules(
  sent: SentRules | null | undefined,
  { bounds, lengthMax }: RuleKinds,
  optionCount: number,
): { rules: Rules | null; problems: RuleProblem[] } {
  const rules: Rules = {}
  const problems: RuleProblem[] = []

  function read<Name extends keyof Rules>(
    rule: Name,
    name: string,
    form: (written: string) => string,
    parse: (written: string) => Rules[Name] | undefined,
  ) {
    const written = String(sent?.[rule] ?? '').trim()
    if (written === '') return
    const value = parse(written)
    if (value === undefined) problems.push({ rule, message: `${name} ${form(written)}` })
    else rules[rule] = value
  }

  if (bounds) {
    const { read: parse, form } = BOUNDS[bounds]
    const formOf = (written: string) => form(optionCount, written)
    read('min', 'Minimum', formOf, (written) => parse(written, optionCount))
    read('max', 'Maximum', formOf, (written) => parse(written, optionCount))
    if (rules.min !== undefined && rules.max !== undefined && rules.min > rules.max)
      problems.push({ rule: 'max', message: 'Maximum must be at least the minimum' })
  }
  if (lengthMax !== undefined) {
    const form = () => `must be a whole number from 0 to ${lengthMax}`
    read('min_length', 'Minimum length', form, (written) => wholeOf(written, lengthMax))
    read('max_length', 'Maximum length', form, (written) => wholeOf(written, lengthMax))
    if ((rules.min_length ?? 0) > (rules.max_length ?? lengthMax))
      problems.push({ rule: 'max_length', message: 'Maximum length must be at least the minimum length' })
    read(
      'pattern',
      'Pattern',
      () => 'is not one that can be checked',
      (written) => (patternOf(written) ? written : undefined),
    )
  }
  return { rules: Object.keys(rules).length > 0 ? rules : null, problems }
}
