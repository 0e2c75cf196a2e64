import { isDay } from '../fields.ts'
import { patternOf } from './pattern.ts'

/** What an answer has to keep to, besides its type. */
export interface Rules {
  /** The least number, the first day, or the fewest choices. */
  min?: number | string
  max?: number | string
  min_length?: number
  max_length?: number
  /** What the whole of a text has to fit. */
  pattern?: string
}

/** The same as it was sent: a number as one or as it was typed; an empty one is none. */
export type SentRules = { [Name in keyof Rules]?: number | string | null | undefined }

/** Which rules a type of question has. */
export interface Ruled {
  /** What `min` and `max` are; without it there are none. */
  bounds?: keyof typeof BOUNDS
  /** The most characters of an answer; without it there are no lengths and no pattern. */
  lengthMax?: number
}

const NUMBER = /^-?\d{1,12}(?:\.\d{1,6})?$/
const WHOLE = /^\d{1,4}$/
/** Of every number: what is said to another one. */
export const NUMBER_FORM = 'must be a number, of 12 digits and 6 decimals at the most'
/** Of every day. */
export const DAY_FORM = 'must be a valid date (YYYY-MM-DD)'

/** A number of the form that is stored, sent as one or as it was typed. */
export const numberOf = (given: unknown): number | undefined => {
  if (typeof given !== 'number' && typeof given !== 'string') return undefined
  const written = String(given).trim()
  // Added to 0, -0 is 0.
  return NUMBER.test(written) ? Number(written) + 0 : undefined
}

const wholeOf = (written: string, max: number) =>
  WHOLE.test(written) && Number(written) <= max ? Number(written) : undefined

const BOUNDS = {
  numbers: {
    read: numberOf,
    form: () => NUMBER_FORM,
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

/** What is wrong with a number, a day or a number of choices by the bounds of the question; `name` opens the text. */
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

/** What is wrong with a text by the lengths and the pattern of the question; `name` opens it. */
export function lengthProblem(name: string, text: string, rules: Rules | null): string | undefined {
  const { min_length, max_length, pattern } = rules ?? {}
  if (min_length !== undefined && text.length < min_length) return `${name} must be at least ${min_length} characters`
  if (max_length !== undefined && text.length > max_length) return `${name} must be at most ${max_length} characters`
  if (pattern !== undefined && !patternOf(pattern)?.(text)) return `${name} is not in the form that is asked for`
}

/** What is stored of the rules that were sent: those that the type has, null for none; and what is wrong with them. */
export function readRules(
  sent: SentRules | null | undefined,
  { bounds, lengthMax }: Ruled,
  optionCount: number,
): { rules: Rules | null; problems: string[] } {
  const rules: Rules = {}
  const problems: string[] = []

  function read<Name extends keyof Rules>(
    rule: Name,
    name: string,
    form: string,
    parse: (written: string) => Rules[Name] | undefined,
  ) {
    const written = String(sent?.[rule] ?? '').trim()
    if (written === '') return
    const value = parse(written)
    if (value === undefined) problems.push(`${name} ${form}`)
    else rules[rule] = value
  }

  if (bounds) {
    const { read: parse, form } = BOUNDS[bounds]
    read('min', 'Minimum', form(optionCount), (written) => parse(written, optionCount))
    read('max', 'Maximum', form(optionCount), (written) => parse(written, optionCount))
    if (rules.min !== undefined && rules.max !== undefined && rules.min > rules.max)
      problems.push('Maximum must be at least the minimum')
  }
  if (lengthMax !== undefined) {
    const form = `must be a whole number from 0 to ${lengthMax}`
    read('min_length', 'Minimum length', form, (written) => wholeOf(written, lengthMax))
    read('max_length', 'Maximum length', form, (written) => wholeOf(written, lengthMax))
    if ((rules.min_length ?? 0) > (rules.max_length ?? lengthMax))
      problems.push('Maximum length must be at least the minimum length')
    read('pattern', 'Pattern', 'is not one that can be checked', (written) =>
      patternOf(written) ? written : undefined,
    )
  }
  return { rules: Object.keys(rules).length > 0 ? rules : null, problems }
}
