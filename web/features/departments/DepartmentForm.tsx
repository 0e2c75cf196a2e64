import { type Department, DepartmentChange, DepartmentInput } from '../../../shared/contract/departments.ts'
import { DEPARTMENT_STATUSES, DEPARTMENT_TYPES } from '../../../shared/labels.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { useDepartmentChanges } from './api.ts'
import { DEPARTMENT } from './rules.ts'

const TYPES = wordOptions(DEPARTMENT_TYPES)
const STATUSES = wordOptions(DEPARTMENT_STATUSES)

export function DepartmentForm(opening: Opening<Department>) {
  const { name = '', type = 'academic', status = 'active' } = opening.record ?? {}
  const form = useRecordForm({
    kind: DEPARTMENT,
    opening,
    values: { name, type, status },
    schema: opening.record ? DepartmentChange : DepartmentInput,
    toBody: (values) => values,
    ...useDepartmentChanges(),
    keeps: [],
  })
  return (
    <RecordForm form={form} size="md">
      <TextInput label="Name" required data-autofocus {...form.fields.getInputProps('name')} />
      <SelectField label="Type" options={TYPES} {...form.fields.getInputProps('type')} />
      <SelectField label="Status" options={STATUSES} {...form.fields.getInputProps('status')} />
    </RecordForm>
  )
}
