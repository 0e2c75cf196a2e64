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

/** The button comes with the screen. Its menu, which few open at once, is loaded once the screen is there. */
export function UserMenu({ user }: { user: User }) {
  const roles = useRoles()
  // The menu takes the button's place only once it is asked for: a button that is replaced while it is pressed would
  // lose the press.
  const [panel, setPanel] = useState<{ Panel: Panel }>()
  const [isFocused, setIsFocused] = useState(false)

  useEffect(() => {
    // Who asks for it is told.
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
      // The one with the menu takes the place of the one without.
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
