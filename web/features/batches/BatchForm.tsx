import { type Batch, BatchChange, BatchInput } from '../../../shared/contract/batches.ts'
import { BATCH_STATUSES } from '../../../shared/labels.ts'
import { YEARS } from '../../../shared/limits.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { choiceOf, textsOf } from '../../ui/texts.ts'
import { useBatchChanges } from './api.ts'
import { BATCH } from './rules.ts'

const YEAR_OPTIONS = YEARS.map((year) => ({ value: year, label: year }))
const STATUSES = wordOptions(BATCH_STATUSES)

const valuesOf = (batch: Batch | undefined) => ({
  ...textsOf(batch, ['name', 'description']),
  current_year: choiceOf(batch?.current_year),
  status: batch?.status ?? 'active',
})

const bodyOf = ({ current_year, ...values }: ReturnType<typeof valuesOf>) => ({
  ...values,
  // The schema refuses an empty choice.
  current_year: current_year as Batch['current_year'],
})

export function BatchForm(opening: Opening<Batch>) {
  const form = useRecordForm({
    kind: BATCH,
    opening,
    values: valuesOf(opening.record),
    schema: opening.record ? BatchChange : BatchInput,
    toBody: bodyOf,
    ...useBatchChanges(),
    keeps: [],
  })
  return (
    <RecordForm form={form}>
      <TextInput label="Name" required data-autofocus autoComplete="off" {...form.fields.getInputProps('name')} />
      <SelectField
        label="Current Year"
        required
        blank="Select year"
        options={YEAR_OPTIONS}
        {...form.fields.getInputProps('current_year')}
      />
      <TextArea label="Description" {...form.fields.getInputProps('description')} />
      <SelectField label="Status" options={STATUSES} {...form.fields.getInputProps('status')} />
    </RecordForm>
  )
}
