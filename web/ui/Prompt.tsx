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
}

/** What stands where a list would be: what to choose first, or that there is nothing. */
export function Prompt({ title, text, icon: Icon = IconInbox, action }: Props) {
  return (
    <Stack className={classes.prompt} align="center" gap="xs" role="status">
      <Icon size={36} stroke={1.5} aria-hidden />
      <Text fw={600} size="lg" ta="center">
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
