import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

/** A password that can be shown while it is typed. */
export function PasswordField(props: PasswordInputProps & { label: string }) {
  const [shown, setShown] = useState(false)
  return (
    <PasswordInput
      {...props}
      required
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{ 'aria-label': shown ? 'Hide what is typed' : 'Show what is typed', tabIndex: 0 }}
    />
  )
}
