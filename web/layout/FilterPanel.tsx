import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/buttons.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Group, Paper, Text } from '../ui/elements.tsx'
import { DOT } from '../ui/texts.ts'
import classes from './FilterPanel.module.css'

interface Props {
  startsOpen?: boolean
  /** Says whether the panel is open; without it the panel knows by itself. */
  opened?: boolean
  onToggle?: () => void
  /** The chosen filters, shown while the panel is closed. */
  chosen: readonly { label: string; value: string | undefined }[]
  /** Left out on paper, where the content names its own filters. */
  screenOnly?: boolean
  /** The last button, which clears all filters. */
  clear?: { label?: string; disabled: boolean; onClear: () => void }
  children: ReactNode
}

/** Shows the filters of a list; closed, it still names the chosen ones. */
export function FilterPanel({ chosen, startsOpen = false, screenOnly, clear, children, ...rest }: Props) {
  const [isOpen, setOpen] = useState(startsOpen)
  const { opened = isOpen, onToggle = () => setOpen(!isOpen) } = rest
  const said = chosen.filter(({ value }) => value).map(({ label, value }) => `${label}: ${value}`)
  return (
    <Paper withBorder className={classes.panel} data-screen={screenOnly || undefined}>
      <Disclosure
        title="Filters"
        icon={IconFilter}
        opened={opened}
        onToggle={onToggle}
        summary={
          <Text size="sm" c="dimmed" className={classes.said}>
            {said.length > 0 ? said.join(DOT) : 'Nothing chosen'}
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

/** The button of a prompt when nothing fits the filters. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button variant="default" onClick={clearing(onClear)}>
    Clear Filters
  </Button>
)

/** The button is locked or gone once nothing is left to clear, so the focus goes to the first filter. */
const clearing =
  (onClear: () => void) =>
  ({ detail }: MouseEvent) => {
    onClear()
    if (detail === 0) focusFilters()
  }

/** Focuses the first wrong filter, else the first one, once the panel is open. */
export function focusFilters(): void {
  requestAnimationFrame(() => {
    const field = (of: string) => document.querySelector<HTMLElement>(`[data-filters] :is(select, input)${of}`)
    const target = field('[aria-invalid="true"]') ?? field(':enabled')
    target?.focus()
  })
}
