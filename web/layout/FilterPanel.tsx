import { Button, Paper, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Disclosure } from '../ui/Disclosure.tsx'
import classes from './FilterPanel.module.css'

interface Props {
  opened: boolean
  onToggle: () => void
  /** What is set, shown while the panel is closed. */
  chosen: readonly { label: string; value: string | undefined }[]
  children: ReactNode
}

/** The filters of a list; closed it still says what is chosen. */
export function FilterPanel({ opened, onToggle, chosen, children }: Props) {
  const said = chosen.filter(({ value }) => value).map(({ label, value }) => `${label}: ${value}`)
  return (
    <Paper withBorder className={classes.panel}>
      <Disclosure
        title="Filters"
        icon={IconFilter}
        opened={opened}
        onToggle={onToggle}
        summary={
          <Text size="sm" c="dimmed" pb="xs">
            {said.length > 0 ? said.join(' · ') : 'Nothing chosen'}
          </Text>
        }
      >
        <div className={classes.fields}>{children}</div>
      </Disclosure>
    </Paper>
  )
}

/** The next step of a prompt that asks for filters, while they are closed. */
export function OpenFilters({ opened, onOpen }: { opened: boolean; onOpen: () => void }) {
  if (opened) return null
  return (
    <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={onOpen}>
      Choose now
    </Button>
  )
}
