import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Stack, Text } from './elements.tsx'
import classes from './Prompt.module.css'

interface Props {
  title: string
  text?: string | undefined
  icon?: TablerIcon
  /** The next sensible step. */
  action?: ReactNode
  /** True for one of a screen's several lists: it must not push the others out of sight. */
  isPart?: boolean
}

/** Stands in place of a list: says what to choose first, or that there is nothing. */
export function Prompt({ title, text, icon: Icon = IconInbox, action, isPart = false }: Props) {
  return (
    <Stack className={classes.prompt} data-part={isPart || undefined} align="center" gap="xs" role="status">
      {!isPart && <Icon size={36} stroke={1.5} aria-hidden />}
      <Text fw={600} size={isPart ? 'md' : 'lg'} ta="center">
        {title}
      </Text>
      {text && (
        <Text c="dimmed" ta="center">
          {text}
        </Text>
      )}
      {action}
    </Stack>
  )
}
