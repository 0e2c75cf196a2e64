import { SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Group, GroupChange, GroupInput } from '../../../shared/contract/groups.ts'
import { GROUP_STATUSES, labelOf } from '../../../shared/labels.ts'
import { toast } from '../../core/toasts.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useGroupChanges } from './api.ts'
import { type GroupValues, groupBody, groupValues, newGroupValues } from './rules.ts'

const STATUSES = GROUP_STATUSES.map((value) => ({ value, label: labelOf(value) }))

interface FormProps {
  title: string
  /** Undefined adds a new one. */
  group: Group | undefined
  initialValues: GroupValues
  onClose: () => void
  onReload?: () => void
}

function GroupForm({ title, group, initialValues, onClose, onReload }: FormProps) {
  const { create, update } = useGroupChanges()
  const form = useDraftForm({
    key: `group:${group?.id ?? 'new'}`,
    initialValues,
    schema: group ? GroupChange : GroupInput,
    toBody: groupBody,
    save: (_, values, key) =>
      group ? update({ params: { id: group.id }, body: groupBody(values) }) : create({ body: groupBody(values), key }),
    onSaved: () => {
      toast.success(`Group ${group ? 'updated' : 'created'} successfully!`)
      onClose()
    },
  })
  const { fields } = form
  function discard(): void {
    form.discard()
    onReload?.()
  }
  return (
    <FormModal
      title={title}
      size="md"
      form={{ ...form, discard }}
      onClose={onClose}
      after={group && <HistoryPanel entity="group" id={group.id} />}
    >
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
    </FormModal>
  )
}

interface NewProps {
  /** What is chosen in the list's filters. */
  batchId: number | undefined
  departmentId: number | undefined
  onClose: () => void
}

export function NewGroupForm({ batchId, departmentId, onClose }: NewProps) {
  const [initialValues] = useState(() => newGroupValues(batchId, departmentId))
  return <GroupForm title="Add New Group" group={undefined} initialValues={initialValues} onClose={onClose} />
}

interface EditProps {
  group: Group
  onClose: () => void
  /** Reads the record again, and opens the form afresh over it. */
  onReload: () => void
}

export function EditGroupForm({ group: read, ...rest }: EditProps) {
  // As it was read when the form opened: a later answer must neither move what is typed nor its version.
  const [group] = useState(read)
  return <GroupForm title="Edit Group" group={group} initialValues={groupValues(group)} {...rest} />
}
