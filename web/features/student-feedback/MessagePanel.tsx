import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'

interface Props {
  message: string
  type: string
  onClose: () => void
}

/** Whoever writes a link writes this text: a long one is cut, and it is never more than text. */
const MOST_LETTERS = 300

const LOOKS = {
  success: ['green', IconCircleCheck],
  error: ['red', IconAlertTriangle],
  warning: ['yellow', IconAlertTriangle],
  info: ['gray', IconInfoCircle],
} as const

const isLook = (type: string): type is keyof typeof LOOKS => Object.hasOwn(LOOKS, type)

/** What the address says of the last answers. */
export function MessagePanel({ message, type, onClose }: Props) {
  const text = [...message.trim()].slice(0, MOST_LETTERS).join('')
  if (text === '') return null
  const [color, Icon] = LOOKS[isLook(type) ? type : 'info']
  return (
    <Alert
      color={color}
      icon={<Icon aria-hidden />}
      role={type === 'error' ? 'alert' : 'status'}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Alert>
  )
}
