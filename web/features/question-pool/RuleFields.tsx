import { questionTypeOf } from '../../../shared/feedback/question-types.ts'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { type QuestionValues, rulesOf } from './form.rules.ts'
import classes from './RuleFields.module.css'
import { ruleName } from './rules.ts'

const NUMBER = { inputMode: 'decimal', autoComplete: 'off' } as const
const WHOLE = { inputMode: 'numeric', autoComplete: 'off' } as const

const PATTERN_HINT = (
  <>
    What the whole answer has to fit, as in{' '}
    <bdi dir="ltr" className={classes.example}>
      [A-Z]{'{2}'}[0-9]+
    </bdi>
  </>
)

/** Edits the rules of a question, as far as its type has any. */
export function RuleFields({ fields, disabled }: { fields: RecordFields<QuestionValues>; disabled: boolean }) {
  const type = fields.values.question_type
  const rules = rulesOf(type)
  const problem = fields.errors.validation_rules
  const bounds = type && questionTypeOf(type).bounds
  if (rules.length === 0) return null
  return (
    <div data-path="validation_rules">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {rules.map((rule, index) => (
          <TextInput
            key={rule}
            label={ruleName(rule)}
            description={rule === 'pattern' ? PATTERN_HINT : undefined}
            {...(rule === 'pattern'
              ? { autoComplete: 'off', dir: 'ltr' }
              : bounds === 'days'
                ? { type: 'date' }
                : bounds === 'numbers'
                  ? NUMBER
                  : WHOLE)}
            disabled={disabled}
            {...fields.getInputProps(rule)}
            onChange={(event) => {
              fields.setFieldValue(rule, event.currentTarget.value)
              fields.clearFieldError('validation_rules')
            }}
            error={fields.errors[rule] ?? (index === 0 && problem !== undefined)}
          />
        ))}
      </SimpleGrid>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {problem}
        </Text>
      )}
    </div>
  )
}
