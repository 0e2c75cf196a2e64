import { useState } from 'react'
import { AddEmailInput } from '../../../shared/contract/auth.ts'
import { mailConfigured } from '../../core/page-config.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { EmailField, PasswordField } from '../../ui/PasswordField.tsx'
import { addEmail } from './api.ts'

const TITLE = 'Add address'

const MAILED =
  'A link is mailed to it; your account has the address once you open that link, within an hour. Then you can sign in with it too, and get a link when you forget your password.'
const AT_ONCE =
  'This college has set up no mail, so your account has the address at once and nothing is mailed to it. Administrators see it. You can sign in with it too.'

/** Gives the own account, which has no email, one. */
export function AddAddressModal({ onClose }: { onClose: () => void }) {
  const [answer, setAnswer] = useState<string>()
  const form = useDraftForm({
    key: 'address',
    secret: true,
    initialValues: { email: '', current_password: '' },
    schema: AddEmailInput,
    toBody: (values) => values,
    save: async (body) => setAnswer((await addEmail(body)).message),
  })
  if (answer)
    return (
      <Modal title={TITLE} size="md" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
        <Alert color="green" role="status">
          {answer}
        </Alert>
      </Modal>
    )
  return (
    <FormModal title={TITLE} size="md" form={form} onClose={onClose}>
      <Text>{mailConfigured() ? MAILED : AT_ONCE}</Text>
      <EmailField autoComplete="email" data-autofocus {...form.fields.getInputProps('email')} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.fields.getInputProps('current_password')}
      />
    </FormModal>
  )
}
