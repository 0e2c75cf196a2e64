import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { QUESTION_TYPE_WORDS } from '../../shared/feedback/question-type-words.ts'
import { type QuestionDefinition, questionTypeOf } from '../../shared/feedback/question-types.ts'
import { rulesHint } from '../../shared/feedback/rules.ts'
import { wordOf } from '../../shared/labels.ts'
import { RATING_MAX } from '../../shared/limits.ts'
import { formatDay } from '../core/formats.ts'
import { Button } from '../ui/buttons.tsx'
import { Checkbox, CheckboxGroup, Radio, RadioGroup } from '../ui/choices.tsx'
import { VisuallyHidden } from '../ui/elements.tsx'
import { TextArea, TextInput } from '../ui/fields.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import classes from './QuestionField.module.css'

/** The value of an input: a list for several choices, a text for anything else. */
export type InputValue = string | readonly string[]

interface Props {
  /** From 1. */
  number: number
  question: QuestionDefinition & { id: number; help_text: string | null }
  value: InputValue
  error?: string | undefined
  disabled?: boolean
  onChange: (id: number, value: InputValue) => void
}

const RATINGS = Array.from({ length: RATING_MAX }, (_, at) => String(at + 1))
const YES_NO = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const

const LINES = {
  text: {},
  number: { inputMode: 'decimal', autoComplete: 'off' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  date: { type: 'date' },
  url: { type: 'url', inputMode: 'url' },
} as const

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Finds a text whose first letter is Arabic or Urdu: its question runs from the right, choices and all. */
const FROM_THE_RIGHT = /^\P{L}*\p{Script=Arabic}/u

/** Keeps Enter, which a phone calls "Go", from submitting the whole form. */
function stayInForm(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Shows a question of a survey to its students, with the input of its type. */
export const QuestionField = memo(function QuestionField(props: Props) {
  const { number, question, value, error, disabled = false, onChange } = props
  const { id, question_text, options, is_required, help_text } = question
  const type = questionTypeOf(question.question_type)
  const { input, placeholder } = type
  const text = typeof value === 'string' ? value : ''
  const chosen = typeof value === 'string' ? [] : [...value]
  const change = (next: InputValue) => onChange(id, next)

  // No single box is required, so none is marked.
  const isUnmarked = is_required && input === 'checkbox'
  const rules = rulesHint(question.validation_rules, type, formatDay)
  const hints = isUnmarked && rules.length === 0 ? ['Choose at least 1'] : rules
  const around = {
    label: `${number}. ${question_text}`,
    labelClass: classes.label,
    description:
      (help_text || hints.length > 0) &&
      [...(help_text ? [help_text] : []), ...hints].map((line) => (
        <bdi key={line} className={classes.line}>
          {line}
        </bdi>
      )),
    error,
    disabled,
    inputWrapperOrder: ORDER,
  }
  const written = {
    ...around,
    required: is_required,
    placeholder: help_text ?? placeholder,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  }
  const radios = (
    choices: readonly (readonly [value: string, label: string, name?: string])[],
    beside?: 'near' | 'apart',
  ) => (
    <RadioGroup {...around} value={text} onChange={change}>
      <div className={classes.choices} data-beside={beside}>
        {choices.map(([choice, label, name]) => (
          <Radio key={choice} value={choice} label={<bdi>{label}</bdi>} aria-label={name} required={is_required} line />
        ))}
        {!is_required && text !== '' && !disabled && (
          <Button variant="subtle" size="compact-sm" onClick={() => change('')}>
            Clear answer
          </Button>
        )}
      </div>
    </RadioGroup>
  )

  const fields: Record<typeof input, () => ReactNode> = {
    text: () => <TextInput {...written} {...LINES.text} />,
    textarea: () => <TextArea {...written} rows={3} />,
    number: () => <TextInput {...written} {...LINES.number} />,
    email: () => <TextInput {...written} {...LINES.email} />,
    date: () => <TextInput {...written} {...LINES.date} />,
    url: () => <TextInput {...written} {...LINES.url} />,
    select: () => (
      <SelectField
        {...written}
        blank={placeholder}
        options={options.map((option) => ({ value: option, label: option }))}
      />
    ),
    radio: () => radios(options.map((option) => [option, option] as const)),
    rating: () =>
      radios(
        RATINGS.map((rating) => [rating, rating, `${rating} of ${RATING_MAX}`] as const),
        'near',
      ),
    'yes-no': () => radios(YES_NO, 'apart'),
    checkbox: () => (
      <CheckboxGroup {...around} value={chosen} onChange={change}>
        <div className={classes.choices}>
          {options.map((option) => (
            <Checkbox key={option} value={option} label={<bdi>{option}</bdi>} line />
          ))}
        </div>
      </CheckboxGroup>
    ),
  }
  return (
    <div
      role="none"
      data-question={id}
      dir={FROM_THE_RIGHT.test(question_text) ? 'rtl' : undefined}
      onKeyDown={stayInForm}
    >
      <VisuallyHidden>{wordOf(QUESTION_TYPE_WORDS, question.question_type)}</VisuallyHidden>
      {fields[input]()}
    </div>
  )
})

/** Focuses the input of a question. */
export const focusQuestion = (form: Element | null, id: number | undefined) =>
  form?.querySelector<HTMLElement>(`[data-question="${id}"] :is(input, select, textarea)`)?.focus()
