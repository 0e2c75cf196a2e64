import { Group, Stack, Text, TextInput } from '@mantine/core'
import { encode } from 'uqr'
import { formatInstant } from '../../core/formats.ts'
import { CopyTextButton } from '../../ui/CopyTextButton.tsx'
import classes from './AddressPanel.module.css'

/** The dark squares of a QR code, row by row, as the path of a picture whose unit is a square. */
const pathOf = (rows: readonly boolean[][]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

interface Props {
  /** As the server tells it: whole, or from the root. */
  address: string
  madeAt: string
}

/** The address to copy, and for a phone as a picture. */
export function AddressPanel({ address, madeAt }: Props) {
  const whole = new URL(address, window.location.origin).href
  // The border is the empty frame without which no camera finds the code.
  const { data, size } = encode(whole, { ecc: 'M', border: 4 })
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
      <svg
        className={classes.code}
        role="img"
        aria-label="QR code of the address"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="#000" d={pathOf(data)} />
      </svg>
      <Text size="sm" c="dimmed">
        Made on {formatInstant(madeAt)}. If that was not you, make a new address and change your password.
      </Text>
    </Stack>
  )
}
