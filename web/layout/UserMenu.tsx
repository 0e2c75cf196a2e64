import { Button, Text } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { User } from '../../shared/contract/auth.ts'
import { useRoles } from '../core/login.ts'
import { toast } from '../core/toasts.ts'
import { whenIdle } from '../ui/later.tsx'
import { PersonName } from '../ui/PersonName.tsx'
import classes from './Frame.module.css'

const loadPanel = async () => (await import('./UserMenuPanel.tsx')).UserMenuPanel
type Panel = Awaited<ReturnType<typeof loadPanel>>

/** Shows the person's button with the screen. Its menu, seldom opened, is loaded when the browser is idle. */
export function UserMenu({ user }: { user: User }) {
  const roles = useRoles()
  // The menu replaces the button only after it was asked for: a button that is replaced during a press would lose the
  // press.
  const [panel, setPanel] = useState<{ Panel: Panel }>()
  const [isFocused, setIsFocused] = useState(false)

  useEffect(() => {
    // A failure is told when the menu is asked for.
    whenIdle(() => void loadPanel().catch(() => undefined))
  }, [])

  const open = () =>
    loadPanel().then(
      (Panel) => setPanel({ Panel }),
      () => toast.error('The menu could not be loaded. Please try again.'),
    )

  const held = roles.length > 0 ? `(${roles.join(', ')})` : 'No roles assigned'
  const button = (
    <Button
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      aria-haspopup="menu"
      aria-expanded={panel ? undefined : false}
      aria-label={`User menu of ${user.name} ${held}`}
      leftSection={<IconUserCircle size={22} aria-hidden />}
      // This button, with the menu, replaces the one without it.
      autoFocus={isFocused}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      onClick={panel ? undefined : open}
    >
      <span className={classes.userName}>
        <PersonName name={user.name} />{' '}
        <Text component="span" size="sm" c="dimmed">
          {held}
        </Text>
      </span>
    </Button>
  )
  if (!panel) return button
  return <panel.Panel user={user} held={held} target={button} />
}
