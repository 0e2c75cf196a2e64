import { useState } from 'react'
import { CreateTaskInput } from '../../../shared/contract/tasks.ts'
import { toast } from '../../core/toasts.ts'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupsPicker } from '../../parts/GroupsPicker.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { useTaskChanges } from './api.ts'
import { BulkRows } from './BulkRows.tsx'
import { bulkBody, bulkField, newBulkValues, type TaskChoices } from './rules.ts'

interface Props {
  chosen: TaskChoices
  onClose: () => void
}

/** Adds several tasks for the same groups, each with a name and a frequency. */
export function BulkTasksModal({ chosen, onClose }: Props) {
  const { create } = useTaskChanges()
  const [initialValues] = useState(() => newBulkValues(chosen))
  const form = useDraftForm({
    key: 'task:bulk',
    initialValues,
    schema: CreateTaskInput,
    toBody: bulkBody,
    fieldOf: bulkField,
    save: (body, _, key) => create({ body, key }),
    onSaved: () => {
      toast.success('Tasks created successfully!')
      onClose()
    },
  })
  const { fields } = form
  const departmentId = fields.values.department_id === '' ? undefined : Number(fields.values.department_id)
  return (
    <FormModal title="Add Bulk Tasks" size="xl" form={form} onClose={onClose}>
      <DepartmentPicker
        {...fields.getInputProps('department_id')}
        required
        value={departmentId}
        onChange={(id) => {
          fields.setFieldValue('department_id', String(id ?? ''))
          fields.setFieldValue('group_ids', [])
          // Those of one department are none of another's.
          for (const place of fields.values.rows.keys()) fields.setFieldValue(`rows.${place}.skill`, '')
        }}
      />
      <GroupsPicker {...fields.getInputProps('group_ids')} departmentId={departmentId} required withAsterisk />
      <hr />
      <BulkRows fields={fields} departmentId={departmentId} />
    </FormModal>
  )
}
