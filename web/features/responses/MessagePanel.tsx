import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { Alert } from '../../ui/Alert.tsx'
import { Text } from '../../ui/elements.tsx'

interface Props {
  message: string
  type: string
  /** Called when the message has been read. */
  onEnd: () => void
}

const LOOKS = {
  success: ['green', IconCircleCheck],
  error: ['red', IconAlertTriangle],
  warning: ['yellow', IconAlertTriangle],
  info: ['gray', IconInfoCircle],
} as const

const isLook = (type: string): type is keyof typeof LOOKS => Object.hasOwn(LOOKS, type)

const isReloaded = () => {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return loaded !== undefined && loaded.type !== 'navigate'
}

/** Returns true when the person has just come to this address, not gone back to it or reloaded it. */
function useArrived(): boolean {
  const { key } = useLocation()
  const way = useNavigationType()
  return useState(() => way !== 'POP' || (key === 'default' && !isReloaded()))[0]
}

/** Shows the address's message about the last answers, once. A link may contain anything, so it is only ever text. */
export function MessagePanel({ message, type, onEnd }: Props) {
  const text = message.trim()
  const arrived = useArrived()
  useEffect(() => {
    if (!arrived) onEnd()
  }, [arrived, onEnd])
  if (text === '' || !arrived) return null
  const [color, Icon] = LOOKS[isLook(type) ? type : 'info']
  return (
    <Alert color={color} icon={<Icon aria-hidden />} role={type === 'error' ? 'alert' : 'status'} onDismiss={onEnd}>
      <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Alert>
  )
}
