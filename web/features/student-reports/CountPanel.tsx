import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Paper, Stack, Text } from '../../ui/elements.tsx'

/** Shows the rule behind a percentage and, in `children`, its rows, once opened. */
export function CountPanel({ rule, sum, children }: { rule: string; sum: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <Paper withBorder px="sm" py={4} data-screen={!opened || undefined}>
      <Disclosure
        title="How is this counted?"
        icon={IconHelpCircle}
        opened={opened}
        onToggle={() => setOpened(!opened)}
      >
        {opened && (
          <Stack gap="xs" pb="sm">
            <Text size="sm">{rule}</Text>
            <Text size="sm" fw={600}>
              {sum}
            </Text>
            {children}
          </Stack>
        )}
      </Disclosure>
    </Paper>
  )
}
