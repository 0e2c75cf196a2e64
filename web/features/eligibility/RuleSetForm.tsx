import { type RuleSet, RuleSetChange, RuleSetInput } from '../../../shared/contract/eligibility-rules.ts'
import { CONDITIONS, labelOf } from '../../../shared/labels.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { useRuleSetChanges } from './api.ts'
import { placeText, RULE_SET, ruleSetBody, ruleSetValues } from './rules.ts'

const HINTS: Record<(typeof CONDITIONS)[number], string> = {
  attendance: 'Of completed sessions, in each department',
  logbook: 'Of what is required, signed and counted',
  assessments: 'Of the weighted total',
  tasks: 'Of the tasks that are due',
}

const PLACES: Record<string, string> = { batch_id: 'Batch', department_id: 'Department' }

const minimumLabel = (condition: string) => `${labelOf(condition)}, in percent`

/** Names a field that the server refuses, as its label does. */
const fieldName = (path: string) => (CONDITIONS.some((one) => one === path) ? minimumLabel(path) : PLACES[path])

/** The look of a field for a least share. */
const percent = (condition: keyof typeof HINTS) => ({
  label: minimumLabel(condition),
  description: HINTS[condition],
  inputMode: 'numeric' as const,
  autoComplete: 'off',
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as const,
})

/** Writes a rule set down, or changes one; it stays where it holds. */
export function RuleSetForm(opening: Opening<RuleSet>) {
  const { record } = opening
  const form = useRecordForm({
    kind: RULE_SET,
    opening,
    values: ruleSetValues(record),
    schema: record ? RuleSetChange : RuleSetInput,
    toBody: ruleSetBody,
    nameOf: fieldName,
    ...useRuleSetChanges(),
  })
  const { getInputProps, setFieldValue, values } = form.fields
  return (
    <RecordForm form={form}>
      {record ? (
        <Text>
          Holds for: <strong>{placeText(record)}</strong>
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <BatchPicker
            blank="The whole college"
            {...getInputProps('batch_id')}
            value={values.batch_id}
            onChange={(id) => setFieldValue('batch_id', id)}
          />
          <DepartmentPicker
            blank="Every department"
            {...getInputProps('department_id')}
            value={Number(values.department_id) || undefined}
            onChange={(id) => setFieldValue('department_id', String(id ?? ''))}
          />
        </SimpleGrid>
      )}
      <Text size="sm" c="dimmed">
        The least in percent. An empty one is off; in the rules of a department it is as without them.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput {...percent('attendance')} {...getInputProps('attendance')} />
        <TextInput {...percent('logbook')} {...getInputProps('logbook')} />
        <TextInput {...percent('assessments')} {...getInputProps('assessments')} />
        <TextInput {...percent('tasks')} {...getInputProps('tasks')} />
      </SimpleGrid>
    </RecordForm>
  )
}
