import { type Group, GroupChange, GroupInput } from '../../../shared/contract/groups.ts'
import { GROUP_STATUSES } from '../../../shared/labels.ts'
import { toast } from '../../core/toasts.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { SimpleGrid } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { doneText } from '../../ui/record-kind.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { useGroupChanges } from './api.ts'
import { GROUP, type GroupChoices, groupBody, groupValues } from './rules.ts'

const STATUSES = wordOptions(GROUP_STATUSES)

interface Props extends Opening<Group> {
  chosen: GroupChoices
  onAdded: (group: Group) => void
}

export function GroupForm({ chosen, onAdded, ...opening }: Props) {
  const group = opening.record
  const form = useRecordForm({
    kind: GROUP,
    opening,
    values: groupValues(group, chosen),
    schema: group ? GroupChange : GroupInput,
    toBody: groupBody,
    ...useGroupChanges(),
    keeps: ['batch_id', 'department_id'],
    onCreated: ({ data }) => {
      toast.success(doneText(GROUP, 'created'))
      opening.onClose()
      onAdded(data)
    },
  })
  const { fields } = form
  return (
    <RecordForm form={form}>
      <TextInput label="Name" required data-autofocus {...fields.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <BatchPicker
          required
          {...fields.getInputProps('batch_id')}
          value={fields.values.batch_id}
          onChange={(value) => fields.setFieldValue('batch_id', value)}
        />
        <DepartmentPicker
          required
          {...fields.getInputProps('department_id')}
          value={Number(fields.values.department_id) || undefined}
          onChange={(id) => fields.setFieldValue('department_id', String(id ?? ''))}
        />
      </SimpleGrid>
      <TextArea label="Description" {...fields.getInputProps('description')} />
      <SelectField label="Status" options={STATUSES} {...fields.getInputProps('status')} />
    </RecordForm>
  )
}
