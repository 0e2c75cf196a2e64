import { IconAlertTriangle, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ChangePasswordInput, PASSWORD_FIRST } from '../../../shared/contract/auth.ts'
import { ApiError } from '../../core/api-error.ts'
import { useLogin } from '../../core/login.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { logout } from '../../offline/logout.ts'
import { toSignIn } from '../../offline/to-sign-in.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack } from '../../ui/elements.tsx'
import { NewPasswordField, PasswordField } from '../../ui/PasswordField.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { changePassword } from './api.ts'

/** Replaces every screen until the first password has been chosen. */
export function ChoosePasswordPage() {
  const navigate = useNavigate()
  const replacedBy = useLogin()?.user.password_replaced_by
  const [asksCurrent, setAsksCurrent] = useState(false)
  const form = useSchemaForm({
    initialValues: { current_password: '', password: '' },
    schema: ChangePasswordInput,
    toBody: ({ current_password, password }) => (asksCurrent ? { current_password, password } : { password }),
    save: (body) =>
      changePassword(body).catch((error: unknown) => {
        // The sign-in was too long ago: the server wants to see the initial password again.
        if (error instanceof ApiError && error.errors?.current_password) setAsksCurrent(true)
        throw error
      }),
    onSaved: () => navigate('/dashboard', { replace: true }),
  })

  async function leave() {
    await logout()
    await toSignIn()
  }

  return (
    <EntryPage title="Choose your password">
      <Alert color="gray" icon={<IconKey aria-hidden />}>
        {PASSWORD_FIRST}
      </Alert>
      {replacedBy && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Your password was replaced">
          {replacedBy} has given you a new initial password. If you did not ask for it, tell an administrator.
        </Alert>
      )}
      <form {...form.formProps}>
        <Stack gap="sm">
          {form.problem && <Problem text={form.problem} />}
          {asksCurrent && (
            <PasswordField
              label="Current password"
              description="The one you were given"
              autoComplete="current-password"
              {...form.fields.getInputProps('current_password')}
            />
          )}
          <NewPasswordField {...form.fields.getInputProps('password')} />
          <Group justify="space-between">
            <Button variant="default" onClick={leave}>
              Logout
            </Button>
            <SubmitButton pending={form.pending} label="Save password" pendingLabel="Saving..." />
          </Group>
        </Stack>
      </form>
    </EntryPage>
  )
}
