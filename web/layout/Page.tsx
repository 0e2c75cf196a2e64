import type { ReactNode } from 'react'
import { Group, Stack, Title } from '../ui/elements.tsx'
import { WholeNumbers } from '../ui/WholeNumbers.tsx'

/** Shows a screen with its heading, which is also the document's title, and its main actions. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Stack gap="md">
      <title>{title}</title>
      <Group justify="space-between" gap="sm">
        {/* The heading takes over the focus of an element that has gone. */}
        <Title order={1} size="h2" tabIndex={-1}>
          <WholeNumbers text={title} />
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
