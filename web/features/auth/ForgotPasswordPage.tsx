import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { ForgotPasswordInput } from '../../../shared/contract/auth.ts'
import { mailConfigured } from '../../core/page-config.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Anchor, Stack, Text } from '../../ui/elements.tsx'
import { EmailField } from '../../ui/PasswordField.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { forgotPassword } from './api.ts'
import { NOT_IMPLEMENTED } from './forgot-password.ts'

export function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<string>()
  const form = useSchemaForm({
    initialValues: { email: '' },
    schema: ForgotPasswordInput,
    toBody: (values) => values,
    save: async (body) => setAnswer((await forgotPassword(body)).message),
  })
  const told = mailConfigured() ? answer : NOT_IMPLEMENTED
  return (
    <EntryPage title="Forgot password">
      {told ? (
        <Alert color="gray" role="status" icon={<IconMail aria-hidden />}>
          {told}
        </Alert>
      ) : (
        <form {...form.formProps}>
          <Stack gap="sm">
            <Text size="sm">
              A link to choose a new password will be sent to this address. If your account has none, an administrator
              can give you a new password.
            </Text>
            <EmailField {...form.fields.getInputProps('email')} />
            {form.problem && <Problem text={form.problem} />}
            <SubmitButton fullWidth pending={form.pending} label="Send the link" pendingLabel="Sending..." />
          </Stack>
        </form>
      )}
      <Anchor href="/login" size="sm">
        Back to login
      </Anchor>
    </EntryPage>
  )
}
