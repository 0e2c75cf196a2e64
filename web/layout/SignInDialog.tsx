import { auth, LoginInput } from '../../shared/contract/auth.ts'
import { call } from '../core/call.ts'
import { patiently } from '../core/patience.ts'
import { continueWith } from '../core/sign-in-again.ts'
import { Button } from '../ui/buttons.tsx'
import { useCodeStep } from '../ui/code-step.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Group, Stack, Text } from '../ui/elements.tsx'
import { CodeField, PasswordField, SignInNameField } from '../ui/PasswordField.tsx'
import { Problem } from '../ui/Problem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useSchemaForm } from '../ui/schema-form.ts'
import { useWaiting, WaitingLine } from '../ui/WaitingLine.tsx'

interface Props {
  name: string
  onCancel: () => void
}

/** Asks for the password over an open form whose login has ended. */
export function SignInDialog({ name, onCancel }: Props) {
  const [waiting, begin] = useWaiting()
  const step = useCodeStep()
  const form = useSchemaForm({
    initialValues: { email: name, password: '', code: '' },
    schema: LoginInput,
    toBody: ({ code, ...known }) => (step.isAsked ? { ...known, code } : known),
    save: (body) => step.attempt(async () => continueWith(await patiently(() => call(auth.login, { body }), begin()))),
  })
  return (
    <Dialog title="Sign in again" onClose={onCancel} above closeOnEscape={false}>
      <form {...form.formProps}>
        <Stack>
          <Text>Your session has ended. Sign in to go on; what you typed is still here.</Text>
          <SignInNameField {...form.fields.getInputProps('email')} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            data-autofocus
            {...form.fields.getInputProps('password')}
          />
          {step.isAsked && <CodeField autoFocus {...form.fields.getInputProps('code')} />}
          {form.problem && <Problem text={form.problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <SubmitButton pending={form.pending} label="Login" pendingLabel="Logging in..." />
          </Group>
        </Stack>
        <WaitingLine waiting={waiting} />
      </form>
    </Dialog>
  )
}
