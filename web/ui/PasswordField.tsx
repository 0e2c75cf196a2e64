import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionIcon } from './buttons.tsx'
import { TextInput, type TextInputProps } from './fields.tsx'

/** A password field that can show its text. */
export function PasswordField({ label, required = true, ...props }: TextInputProps & { label: string }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      label={label}
      type={shown ? 'text' : 'password'}
      required={required}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-pressed={shown}
          aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      }
    />
  )
}

/** A field for a new password. */
export const NewPasswordField = (props: Omit<TextInputProps, 'label'>) => (
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

/** The email of the account. */
export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" inputMode="email" autoComplete="username" required {...props} />
)

/** The email for the sign-in, or a number: so browsers must not look for an email in it. */
export const SignInNameField = (props: TextInputProps) => (
  <EmailField
    type="text"
    description="Or your roll number or staff number"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    {...props}
  />
)
