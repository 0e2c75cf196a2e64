import { IconFilter } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../ui/buttons.tsx'
import { Prompt } from '../ui/Prompt.tsx'
import { FilterPanel, focusFilters } from './FilterPanel.tsx'

interface Props extends Omit<ComponentProps<typeof FilterPanel>, 'opened' | 'onToggle' | 'children'> {
  fields: ReactNode
  /** The choice without which there is no list. Its next step is to open the filters, unless it names another. */
  missing: { title: string; text: string; action?: ReactNode } | undefined
  /** The buttons that fetch the list. */
  buttons?: (panel: { open: () => void; close: () => void }) => ReactNode
  children: () => ReactNode
}

/** Shows a list that needs a choice first: its filters, and below them the list or the choice that is missing. */
export function ChosenList({ fields, startsOpen = false, missing, buttons, children, ...panel }: Props) {
  const [opened, setOpened] = useState(startsOpen)

  function open(): void {
    setOpened(true)
    focusFilters()
  }

  const chooseNow = (
    <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={open}>
      Choose now
    </Button>
  )
  return (
    <>
      <FilterPanel {...panel} opened={opened} onToggle={() => setOpened(!opened)}>
        {fields}
      </FilterPanel>
      {buttons?.({ open, close: () => setOpened(false) })}
      {missing ? <Prompt action={!opened && chooseNow} {...missing} /> : children()}
    </>
  )
}
