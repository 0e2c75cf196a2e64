import { questionTypeOf } from '../../../shared/feedback/question-types.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import type { QuestionValues } from './form.rules.ts'
import { OptionRows } from './OptionRows.tsx'
import { RuleFields } from './RuleFields.tsx'
import { type Question, typeOptions } from './rules.ts'

interface Props {
  fields: RecordFields<QuestionValues>
  /** Undefined while a new one is added. */
  question: Question | undefined
  /** The hint about a new question's place. */
  orderHint: string
  /** The reason why text, type and options can't change. */
  fixed?: string | undefined
  /** The reason why only the order can change. */
  settled?: string | undefined
}

/** The fields of a question, in a survey and in the pool. */
export function QuestionFields({ fields, question, orderHint, fixed, settled }: Props) {
  const { values, getInputProps } = fields
  const type = values.question_type
  const disabled = fixed !== undefined
  const isSettled = settled !== undefined
  return (
    <>
      {fixed && (
        <Text size="sm" c="dimmed">
          {settled ?? fixed}
        </Text>
      )}
      <TextInput label="Title" required data-autofocus disabled={isSettled} {...getInputProps('title')} />
      <TextArea label="Question Text" required rows={2} disabled={disabled} {...getInputProps('question_text')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <SelectField
          label="Question Type"
          required
          blank="Choose a type"
          options={typeOptions(question?.question_type)}
          disabled={disabled}
          {...getInputProps('question_type')}
        />
        <TextInput
          label="Order"
          description={question ? undefined : orderHint}
          // The description stands below, so that fields side by side stay in line.
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          {...getInputProps('order')}
        />
      </SimpleGrid>
      {type && questionTypeOf(type).hasOptions && <OptionRows fields={fields} disabled={disabled} />}
      <Checkbox label="Required" disabled={isSettled} {...getInputProps('is_required', { type: 'checkbox' })} />
      <TextArea label="Help Text" rows={2} disabled={isSettled} {...getInputProps('help_text')} />
      <RuleFields fields={fields} disabled={isSettled} />
    </>
  )
}
