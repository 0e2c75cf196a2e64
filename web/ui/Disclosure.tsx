import { IconChevronDown, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { UnstyledButton } from './buttons.tsx'
import classes from './Disclosure.module.css'
import { Text } from './elements.tsx'

interface Props {
  title: string
  icon: TablerIcon
  opened: boolean
  onToggle: () => void
  /** Shown while it is closed. */
  summary?: ReactNode
  children: ReactNode
}

/** Shows a part of a screen that its own button opens and closes. */
export function Disclosure({ title, icon: Icon, opened, onToggle, summary, children }: Props) {
  const id = useId()
  return (
    <div>
      <UnstyledButton className={classes.toggle} aria-expanded={opened} aria-controls={id} onClick={onToggle}>
        <Icon size={18} aria-hidden />
        <Text component="span" fw={600}>
          {title}
        </Text>
        <IconChevronDown size={18} aria-hidden className={classes.chevron} data-opened={opened || undefined} />
      </UnstyledButton>
      {!opened && summary}
      <div id={id} hidden={!opened}>
        {children}
      </div>
    </div>
  )
}
