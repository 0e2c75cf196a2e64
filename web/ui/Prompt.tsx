import { Stack, Text } from '@mantine/core'
import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Prompt.module.css'

interface Props {
  title: string
  text?: string | undefined
  icon?: TablerIcon
  /** The next sensible step. */
  action?: ReactNode
  /** One of several lists of a screen, which the others are not to be pushed out of sight by. */
  isPart?: boolean
}

/** What stands where a list would be: what to choose first, or that there is nothing. */
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
