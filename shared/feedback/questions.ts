import * as z from 'zod/mini'
import { VISIBLE } from '../characters.ts'
import { choice, optionalLine, optionalText } from '../fields.ts'
import { QUESTION_TYPES } from '../labels.ts'
import { LINE_MAX, QUESTION_OPTIONS_MAX, QUESTION_ORDER_MAX, QUESTION_TEXT_MAX } from '../limits.ts'
import { title } from '../names.ts'
import { PATTERN_MAX } from './pattern.ts'
import { questionTypeOf } from './question-types.ts'
import { type Rules, readRules, type SentRules } from './rules.ts'

const NOT_LIST = 'Options must be a list of texts'
const NO_OPTIONS = 'At least one option is required'
const TOO_MANY = `There can be at most ${QUESTION_OPTIONS_MAX} options`

/** Blank options are dropped. */
const options = z.optional(
  z.pipe(
    z.nullable(z.array(z.pipe(optionalLine('Option', LINE_MAX), z.nullable(z.string(NOT_LIST))), NOT_LIST)),
    z.pipe(
      z.transform((given: (string | null)[] | null) => (given ?? []).flatMap((one) => one?.normalize('NFC') ?? [])),
      z.array(z.string()).check(
        z.maxLength(QUESTION_OPTIONS_MAX, TOO_MANY),
        z.refine((kept) => new Set(kept).size === kept.length, 'Each option can be there only once'),
      ),
    ),
  ),
)

const rule = (name: string) =>
  z.optional(
    z.nullable(
      z.union([z.number(), z.string().check(z.maxLength(PATTERN_MAX))], `${name} must be a number or a short text`),
    ),
  )

/** The type of the question decides the form of each rule. */
const sentRules = z.object(
  {
    min: rule('Minimum'),
    max: rule('Maximum'),
    min_length: rule('Minimum length'),
    max_length: rule('Maximum length'),
    pattern: optionalLine('Pattern', PATTERN_MAX),
  },
  'Validation rules must be an object',
)

/** Unlike `line`, a missing text lets the other checks run. */
const required = (name: string, text: ReturnType<typeof optionalText>) =>
  z.pipe(
    text,
    z.string(`${name} is required`).check(
      z.refine((value) => VISIBLE.test(value), `${name} is required`),
      z.overwrite((value) => value.normalize('NFC')),
    ),
  )

/** The fields of a question, in a survey and in the pool. */
export const questionFields = {
  title: title('Title'),
  question_text: required('Question text', optionalText('Question text', QUESTION_TEXT_MAX)),
  question_type: choice('Question type', QUESTION_TYPES),
  options,
  is_required: z.optional(z.boolean('Required must be yes or no')),
  help_text: optionalText('Help text', QUESTION_TEXT_MAX),
  validation_rules: z.optional(z.nullable(sentRules)),
  order: z.optional(
    z
      .int('Order must be a whole number')
      .check(
        z.minimum(1, 'Order must be at least 1'),
        z.maximum(QUESTION_ORDER_MAX, `Order must be at most ${QUESTION_ORDER_MAX}`),
      ),
  ),
}

/** A question as it was sent, or a stored one with a change over it. */
interface QuestionParts {
  question_type: (typeof QUESTION_TYPES)[number]
  options?: readonly string[] | undefined
  validation_rules?: SentRules | Rules | null | undefined
}

/** The stored options and rules, as far as the type has them. */
interface OptionsAndRules {
  options: string[]
  validation_rules: Rules | null
}

interface FieldProblem {
  /** The field, and the rule in it. */
  path: string[]
  message: string
}

/** Returns a question's options and rules as its type has them, with the problems by field. */
export function settleQuestion(question: QuestionParts): OptionsAndRules & { problems: FieldProblem[] } {
  const type = questionTypeOf(question.question_type)
  const options = type.hasOptions ? [...(question.options ?? [])] : []
  const { rules, problems: wrong } = readRules(question.validation_rules, type, options.length)
  const problems =
    type.hasOptions && options.length === 0
      ? [{ path: ['options'], message: NO_OPTIONS }]
      : wrong.map(({ rule, message }) => ({ path: ['validation_rules', rule], message }))
  return { options, validation_rules: rules, problems }
}

/** Checks the fields of a create against each other, beside each one's own check. */
export const checkedWhole = z.check<QuestionParts>(
  (context) => {
    const known = QUESTION_TYPES.find((one) => one === context.value?.question_type)
    const isWrong = (field: string) => context.issues.some(({ path }) => path?.[0] === field)
    if (!known || isWrong('options') || isWrong('validation_rules')) return
    for (const problem of settleQuestion(context.value).problems)
      context.issues.push({ code: 'custom', input: context.value, ...problem })
  },
  // Runs also when something else is wrong, so that all problems are told at once.
  { when: () => true },
)
