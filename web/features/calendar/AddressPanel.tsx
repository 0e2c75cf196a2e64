import { formatInstant } from '../../core/formats.ts'
import { CopyTextButton } from '../../ui/CopyTextButton.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import classes from './AddressPanel.module.css'

interface Props {
  /** The address of the server's answer: whole, or from the root. */
  address: string
  madeAt: string
}

/** Shows the address to copy, and as a picture for a phone. */
export function AddressPanel({ address, madeAt }: Props) {
  const whole = new URL(address, window.location.origin).href
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Address"
          description="Add it to your calendar program, which calls this “subscribe” or “add from URL”."
          value={whole}
          readOnly
          className={classes.address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyTextButton text={whole} />
      </Group>
      <QrCode text={whole} label="QR code of the address" />
      <Text size="sm" c="dimmed">
        Made on {formatInstant(madeAt)}. If that was not you, make a new address and change your password.
      </Text>
    </Stack>
  )
}
