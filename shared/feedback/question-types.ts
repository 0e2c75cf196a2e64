import * as z from 'zod/mini'
import { looksLikeEmail, withAsciiDomain } from '../email-address.ts'
import { line, optionalText, requiredDate } from '../fields.ts'
import { entryOf, type QUESTION_TYPES } from '../labels.ts'
import { ANSWER_LINE_MAX, EMAIL_MAX, RATING_MAX, TEXT_MAX, WEB_ADDRESS_MAX } from '../limits.ts'
import { boundProblem, DAY_FORM, lengthProblem, numberForm, numberOf, type RuleKinds, type Rules } from './rules.ts'

/** The stored value of an answer, by the type of its question. */
export type Answer = string | number | boolean | string[]

/** The ways in which results of a question are shown. */
export const RESULT_VIEWS = ['choices', 'figures', 'texts', 'yes-no'] as const
export type ResultView = (typeof RESULT_VIEWS)[number]

/** The parts of a question that decide how it is answered. */
export interface QuestionDefinition {
  question_text: string
  question_type: (typeof QUESTION_TYPES)[number]
  options: readonly string[]
  is_required: boolean
  validation_rules: Rules | null
}

export type AnswerCheck = { answer: Answer } | { problem: string }
/** `name` opens the problem's text. */
type Check = (given: unknown, name: string, question: QuestionDefinition) => AnswerCheck

/** Everything that is particular to a type of question. */
interface QuestionType extends RuleKinds {
  /** The input of the form. */
  input:
    | 'text'
    | 'textarea'
    | 'number'
    | 'email'
    | 'date'
    | 'url'
    | 'select'
    | 'radio'
    | 'checkbox'
    | 'rating'
    | 'yes-no'
  /** The hint of the empty input when the question has no help text. */
  placeholder: string
  hasOptions: boolean
  check: Check
  /** The way in which its results are shown. */
  picture: ResultView
  /** Returns the answer's cell in an export. */
  cell: (answer: Answer) => string | number
}

const problemOf = (problem: string | undefined, answer: Answer): AnswerCheck => (problem ? { problem } : { answer })

/** Checks a text by the schema, then by the question's rules. */
function text(schemaOf: (name: string) => z.ZodMiniType<string>): Check {
  // Making a schema costs more than using it, so a refused answer alone gets a schema with its own name.
  const nameless = schemaOf('The answer')
  return (given, name, { validation_rules }) => {
    const parsed = z.safeParse(nameless, given)
    if (typeof given !== 'string') return { problem: `${name} must be text` }
    if (parsed.success) return problemOf(lengthProblem(name, parsed.data, validation_rules), parsed.data)
    const { error } = z.safeParse(schemaOf(name), given)
    return { problem: error?.issues[0]?.message ?? `${name} is required` }
  }
}

const number: Check = (given, name, { validation_rules }) => {
  const answer = numberOf(given)
  if (answer === undefined) return { problem: `${name} ${numberForm(given)}` }
  return problemOf(boundProblem(name, answer, 'numbers', validation_rules), answer)
}

const aDay = requiredDate('The answer')

const day: Check = (given, name, { validation_rules }) => {
  const parsed = z.safeParse(aDay, given)
  if (!parsed.success) return { problem: `${name} ${DAY_FORM}` }
  return problemOf(boundProblem(name, parsed.data, 'days', validation_rules), parsed.data)
}

const rating: Check = (given, name) => {
  const answer = numberOf(given)
  const isOnScale = answer !== undefined && Number.isInteger(answer) && answer >= 1 && answer <= RATING_MAX
  return isOnScale ? { answer } : { problem: `${name} must be a rating from 1 to ${RATING_MAX}` }
}

const yesOrNo: Check = (given, name) => {
  if (given === true || given === 'true') return { answer: true }
  return given === false || given === 'false' ? { answer: false } : { problem: `${name} must be Yes or No` }
}

const oneOption: Check = (given, name, { options }) =>
  typeof given === 'string' && options.includes(given)
    ? { answer: given }
    : { problem: `${name} must be one of its options` }

/** Returns the chosen options in the order in which they are offered, each once. */
const someOptions: Check = (given, name, { options, validation_rules }) => {
  if (!Array.isArray(given) || !given.every((one) => options.includes(one)))
    return { problem: `${name} must be some of its options` }
  const answer = options.filter((option) => given.includes(option))
  return problemOf(boundProblem(name, answer.length, 'choices', validation_rules), answer)
}

const asWritten = (answer: Answer) => (typeof answer === 'number' ? answer : String(answer))

const WRITES = { placeholder: 'Enter your answer', hasOptions: false, picture: 'texts', cell: asWritten } as const
const CHOOSES = { placeholder: 'Select an option', hasOptions: true, picture: 'choices', cell: asWritten } as const
const oneOf = { ...CHOOSES, check: oneOption }
const someOf = {
  ...CHOOSES,
  bounds: 'choices',
  check: someOptions,
  cell: (answer: Answer) => (Array.isArray(answer) ? answer.join('; ') : String(answer)),
} as const

export const questionTypes: Record<(typeof QUESTION_TYPES)[number], QuestionType> = {
  text: {
    ...WRITES,
    input: 'text',
    lengthMax: ANSWER_LINE_MAX,
    check: text((name) => line(name, ANSWER_LINE_MAX)),
  },
  textarea: {
    ...WRITES,
    input: 'textarea',
    lengthMax: TEXT_MAX,
    check: text((name) => z.pipe(optionalText(name), z.string(`${name} is required`))),
  },
  number: {
    ...WRITES,
    input: 'number',
    placeholder: 'Enter a number',
    bounds: 'numbers',
    check: number,
    picture: 'figures',
  },
  email: {
    ...WRITES,
    input: 'email',
    placeholder: 'Enter your email',
    lengthMax: EMAIL_MAX,
    check: text((name) =>
      line(name, EMAIL_MAX).check(
        z.overwrite(withAsciiDomain),
        z.refine(looksLikeEmail, `${name} must be a valid email address`),
      ),
    ),
  },
  date: { ...WRITES, input: 'date', bounds: 'days', check: day },
  url: {
    ...WRITES,
    input: 'url',
    lengthMax: WEB_ADDRESS_MAX,
    check: text((name) =>
      line(name, WEB_ADDRESS_MAX).check(
        z.refine(
          (value) => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value),
          `${name} must be a web address that begins with http:// or https://`,
        ),
      ),
    ),
  },
  select: { ...oneOf, input: 'select' },
  single_choice: { ...oneOf, input: 'radio' },
  multiple_choice: { ...someOf, input: 'checkbox' },
  radio: { ...oneOf, input: 'radio' },
  checkbox: { ...someOf, input: 'checkbox' },
  rating: { ...WRITES, input: 'rating', check: rating, picture: 'figures' },
  boolean: {
    ...WRITES,
    input: 'yes-no',
    check: yesOrNo,
    picture: 'yes-no',
    cell: (answer) => (answer === true ? 'Yes' : 'No'),
  },
}

/** Returns everything that is particular to a type. A type that this browser does not know is asked for as a text. */
export const questionTypeOf = (type: (typeof QUESTION_TYPES)[number]): QuestionType =>
  entryOf(questionTypes, type) ?? questionTypes.text
