import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A screen: its one heading, which is the document's title too, and its main actions. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Stack gap="md">
      <title>{title}</title>
      <Group justify="space-between" gap="sm">
        {/* Takes the focus over from what has gone. */}
        <Title order={1} size="h2" tabIndex={-1}>
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
