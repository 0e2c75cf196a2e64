import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

/** A password field that can show its text. */
export function PasswordField(props: PasswordInputProps & { label: string }) {
  const [shown, setShown] = useState(false)
  return (
    <PasswordInput
      {...props}
      // Mantine sets this on every other input by itself.
      aria-invalid={props.error ? true : undefined}
      required
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{ 'aria-label': shown ? 'Hide what is typed' : 'Show what is typed', tabIndex: 0 }}
    />
  )
}

/** A field for a new password. */
export const NewPasswordField = (props: Omit<PasswordInputProps, 'label'>) => (
  <PasswordField
    label="New password"
    description="At least 8 characters with uppercase, lowercase, and number"
    autoComplete="new-password"
    {...props}
  />
)

/** A field for a code of the authenticator app, or for a recovery code, which has letters. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label="Code"
    description="Of your authenticator app, or one of your recovery codes"
    autoComplete="one-time-code"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    required
    {...props}
  />
)

/** The email for the sign-in. */
export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" inputMode="email" autoComplete="username" required {...props} />
)
