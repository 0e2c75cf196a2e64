import { Button, Group, Paper, Text } from '@mantine/core'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { Disclosure } from '../ui/Disclosure.tsx'
import classes from './FilterPanel.module.css'

interface Props {
  opened: boolean
  onToggle: () => void
  /** What is set, shown while the panel is closed. */
  chosen: readonly { label: string; value: string | undefined }[]
  /** What is printed says by itself what it is of. */
  screenOnly?: boolean
  /** Its last button takes back all that is chosen. */
  clear?: { label?: string; disabled: boolean; onClear: () => void }
  children: ReactNode
}

/** The filters of a list; closed it still says what is chosen. */
export function FilterPanel({ opened, onToggle, chosen, screenOnly, clear, children }: Props) {
  const said = chosen.filter(({ value }) => value).map(({ label, value }) => `${label}: ${value}`)
  return (
    <Paper withBorder className={classes.panel} data-screen={screenOnly || undefined}>
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
        <div className={classes.fields} data-filters>
          {children}
          {clear && (
            <Group align="flex-end">
              <Button
                variant="default"
                leftSection={<IconFilterOff size={16} aria-hidden />}
                disabled={clear.disabled}
                onClick={clearing(clear.onClear)}
              >
                {clear.label ?? 'Clear Filters'}
              </Button>
            </Group>
          )}
        </div>
      </Disclosure>
    </Paper>
  )
}

/** What a prompt offers where nothing fits what is chosen. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button variant="default" onClick={clearing(onClear)}>
    Clear Filters
  </Button>
)

/** With nothing left to clear the button is locked, or gone: from the keyboard one goes on at the first filter. */
const clearing =
  (onClear: () => void) =>
  ({ detail }: MouseEvent) => {
    onClear()
    if (detail === 0) focusFilters()
  }

/** Puts the focus on the first filter that is wrong, else on the first, once the panel is open. */
export function focusFilters(): void {
  requestAnimationFrame(() => {
    const field = (of: string) => document.querySelector<HTMLElement>(`[data-filters] :is(select, input)${of}`)
    const target = field('[aria-invalid="true"]') ?? field(':enabled')
    target?.focus()
  })
}

/** The next step of a prompt that asks for filters, while they are closed. */
export function OpenFilters({ opened, onOpen }: { opened: boolean; onOpen: () => void }) {
  if (opened) return null
  // The button goes, and the focus would go with it.
  const open = () => {
    onOpen()
    focusFilters()
  }
  return (
    <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={open}>
      Choose now
    </Button>
  )
}
