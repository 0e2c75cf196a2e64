import { type Role, RoleChange, RoleInput } from '../../../shared/contract/roles.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { useRoleChanges } from './api.ts'
import { ROLE } from './rules.ts'

export function RoleForm(opening: Opening<Role>) {
  const form = useRecordForm({
    kind: ROLE,
    opening,
    values: { name: opening.record?.name ?? '' },
    schema: opening.record ? RoleChange : RoleInput,
    toBody: (values) => values,
    ...useRoleChanges(),
  })
  return (
    <RecordForm form={form} size="md">
      <TextInput label="Name" required data-autofocus {...form.fields.getInputProps('name')} />
    </RecordForm>
  )
}
