import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Alert } from './Alert.tsx'
import { Group, Text } from './elements.tsx'

/** Shows a failure in a red banner, with the possible next steps. */
export function Problem({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="var(--mantine-color-error)" style={{ flex: '1 1 12rem' }}>
          {text}
        </Text>
        {children}
      </Group>
    </Alert>
  )
}
