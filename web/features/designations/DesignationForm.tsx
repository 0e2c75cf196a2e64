import { type Designation, DesignationChange, DesignationInput } from '../../../shared/contract/designations.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { useDesignationChanges } from './api.ts'
import { DESIGNATION } from './rules.ts'

export function DesignationForm(opening: Opening<Designation>) {
  const form = useRecordForm({
    kind: DESIGNATION,
    opening,
    values: { name: opening.record?.name ?? '' },
    schema: opening.record ? DesignationChange : DesignationInput,
    toBody: (values) => values,
    ...useDesignationChanges(),
    keeps: [],
  })
  return (
    <RecordForm form={form} size="md">
      <TextInput label="Name" required data-autofocus {...form.fields.getInputProps('name')} />
    </RecordForm>
  )
}
