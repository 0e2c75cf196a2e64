import { TextInput } from '@mantine/core'
import { type Department, DepartmentChange, DepartmentInput } from '../../../shared/contract/departments.ts'
import { DEPARTMENT_STATUSES, DEPARTMENT_TYPES, labelOf } from '../../../shared/labels.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { useDepartmentChanges } from './api.ts'

const TYPES = DEPARTMENT_TYPES.map((value) => ({ value, label: labelOf(value) }))
const STATUSES = DEPARTMENT_STATUSES.map((value) => ({ value, label: labelOf(value) }))

interface Props {
  /** Undefined adds a new one. */
  department: Department | undefined
  onClose: () => void
}

type Values = Pick<Department, 'name' | 'type' | 'status'> & { updated_at: string | undefined }

export function DepartmentModal({ department, onClose }: Props) {
  const { create, update } = useDepartmentChanges()
  const initialValues: Values = {
    name: department?.name ?? '',
    type: department?.type ?? 'academic',
    status: department?.status ?? 'active',
    updated_at: department?.updated_at,
  }
  const form = useDraftForm({
    key: `department:${department?.id ?? 'new'}`,
    initialValues,
    schema: department ? DepartmentChange : DepartmentInput,
    toBody: (values: Values) => values,
    save: (_, values, key) =>
      department ? update({ params: { id: department.id }, body: values }) : create({ body: values, key }),
    onSaved: () => {
      toast.success(`Department ${department ? 'updated' : 'created'} successfully!`)
      onClose()
    },
  })
  return (
    <FormModal
      title={department ? 'Edit Department' : 'Add New Department'}
      size="md"
      form={form}
      onClose={onClose}
      after={department && <HistoryPanel entity="department" id={department.id} />}
    >
      <TextInput label="Name" required data-autofocus {...form.fields.getInputProps('name')} />
      <SelectField label="Type" options={TYPES} {...form.fields.getInputProps('type')} />
      <SelectField label="Status" options={STATUSES} {...form.fields.getInputProps('status')} />
    </FormModal>
  )
}
