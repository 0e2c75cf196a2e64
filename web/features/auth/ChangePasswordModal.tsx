import { ChangePasswordInput } from '../../../shared/contract/auth.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { NewPasswordField, PasswordField } from '../../ui/PasswordField.tsx'
import { changePassword } from './api.ts'

export function ChangePasswordModal({ onClose }: { onClose: () => void }) {
  const form = useDraftForm({
    key: 'password',
    secret: true,
    initialValues: { current_password: '', password: '' },
    schema: ChangePasswordInput,
    toBody: (values) => values,
    save: changePassword,
    onSaved: () => {
      toast.success('Password changed successfully!')
      onClose()
    },
  })
  return (
    <FormModal title="Change password" size="md" form={form} onClose={onClose}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.fields.getInputProps('current_password')}
      />
      <NewPasswordField {...form.fields.getInputProps('password')} />
    </FormModal>
  )
}
