import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LoginInput } from '../../../shared/contract/auth.ts'
import { signIn } from '../../core/account.ts'
import { mailConfigured } from '../../core/page-config.ts'
import { prefetchScreen } from '../../core/screens.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { useCodeStep } from '../../ui/code-step.ts'
import { Anchor, Stack, Text } from '../../ui/elements.tsx'
import { CodeField, EmailField, PasswordField } from '../../ui/PasswordField.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { useWaiting, WaitingLine } from '../../ui/WaitingLine.tsx'
import { NOT_IMPLEMENTED } from './forgot-password.ts'
import { ProviderPanel } from './ProviderPanel.tsx'

const FORGOT = 'Forgot Password?'

export function LoginPage() {
  const navigate = useNavigate()
  const news = (useLocation().state as { news?: string } | null)?.news
  const [told, setTold] = useState(false)
  const [waiting, begin] = useWaiting()
  const step = useCodeStep()
  const form = useSchemaForm({
    initialValues: { email: '', password: '', code: '' },
    schema: LoginInput,
    toBody: ({ code, ...known }) => (step.isAsked ? { ...known, code } : known),
    save: async (body) => {
      if (await step.attempt(() => signIn(body, begin()))) navigate('/dashboard', { replace: true })
    },
  })
  const password = form.fields.getInputProps('password')

  return (
    <EntryPage title="Welcome to Clinical eLog">
      {news && (
        <Alert color="gray" role="status" icon={<IconInfoCircle aria-hidden />}>
          {news}
        </Alert>
      )}
      <form {...form.formProps} onFocus={() => prefetchScreen('/dashboard')}>
        <Stack gap="sm">
          <EmailField {...form.fields.getInputProps('email')} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...password}
            error={password.error ?? form.problem}
            errorRole="alert"
          />
          {step.isAsked && <CodeField autoFocus {...form.fields.getInputProps('code')} errorRole="alert" />}
          {mailConfigured() ? (
            <Anchor component={ScreenLink} to="/forgot-password" size="sm">
              {FORGOT}
            </Anchor>
          ) : (
            <Anchor
              href="/forgot-password"
              size="sm"
              onClick={(event) => {
                event.preventDefault()
                setTold(true)
              }}
            >
              {FORGOT}
            </Anchor>
          )}
          {told && (
            <Alert color="gray" role="alert" icon={<IconInfoCircle aria-hidden />}>
              {NOT_IMPLEMENTED}
            </Alert>
          )}
          <SubmitButton fullWidth pending={form.pending} label="Login" pendingLabel="Logging in..." />
        </Stack>
        <WaitingLine waiting={waiting} />
      </form>
      <ProviderPanel />
      <Text size="sm" c="dimmed">
        No account or no password? Please contact the administrator for your credentials.
      </Text>
    </EntryPage>
  )
}
