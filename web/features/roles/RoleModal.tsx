import { TextInput } from '@mantine/core'
import { type Role, RoleChange, RoleInput } from '../../../shared/contract/roles.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { useRoleChanges } from './api.ts'

interface Props {
  /** Without one a new one is added. */
  role?: Role
  onClose: () => void
}

type Values = { name: string; updated_at: string | undefined }

export function RoleModal({ role, onClose }: Props) {
  const { create, update } = useRoleChanges()
  const initialValues: Values = { name: role?.name ?? '', updated_at: role?.updated_at }
  const form = useDraftForm({
    key: `role:${role?.id ?? 'new'}`,
    initialValues,
    schema: role ? RoleChange : RoleInput,
    toBody: (values: Values) => values,
    save: (_, values, key) =>
      role ? update({ params: { id: role.id }, body: values }) : create({ body: values, key }),
    onSaved: () => {
      toast.success(`Role ${role ? 'updated' : 'created'} successfully!`)
      onClose()
    },
  })
  return (
    <FormModal
      title={role ? 'Edit Role' : 'Add New Role'}
      size="md"
      form={form}
      onClose={onClose}
      after={role && <HistoryPanel entity="role" id={role.id} />}
    >
      <TextInput label="Name" required data-autofocus {...form.fields.getInputProps('name')} />
    </FormModal>
  )
}
