import { useSearchParams } from 'react-router'
import { ResetPasswordInput } from '../../../shared/contract/auth.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { toSignIn } from '../../offline/to-sign-in.ts'
import { Anchor, Stack } from '../../ui/elements.tsx'
import { NewPasswordField } from '../../ui/PasswordField.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { resetPassword } from './api.ts'

export function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const form = useSchemaForm({
    initialValues: { password: '' },
    schema: ResetPasswordInput,
    toBody: ({ password }) => ({ token, password }),
    save: async (body) => {
      const { message } = await resetPassword(body)
      await toSignIn(message)
    },
  })
  return (
    <EntryPage title="Choose a new password">
      <form {...form.formProps}>
        <Stack gap="sm">
          <NewPasswordField {...form.fields.getInputProps('password')} />
          {form.problem && <Problem text={form.problem} />}
          <SubmitButton fullWidth pending={form.pending} label="Save password" pendingLabel="Saving..." />
        </Stack>
      </form>
      <Anchor href="/login" size="sm">
        Back to login
      </Anchor>
    </EntryPage>
  )
}
