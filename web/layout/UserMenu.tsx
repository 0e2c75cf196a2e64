import { IconUserCircle } from '@tabler/icons-react'
import type { User } from '../../shared/contract/auth.ts'
import { useRoles } from '../core/login.ts'
import { Button } from '../ui/buttons.tsx'
import { Text } from '../ui/elements.tsx'
import { useLaterMenu } from '../ui/later-menu.ts'
import { PersonName } from '../ui/PersonName.tsx'
import classes from './Frame.module.css'

const loadPanel = async () => (await import('./UserMenuPanel.tsx')).UserMenuPanel

/** Shows the person's button with the screen. */
export function UserMenu({ user }: { user: User }) {
  const roles = useRoles()
  const menu = useLaterMenu(loadPanel)
  const held = roles.length > 0 ? `(${roles.join(', ')})` : 'No roles assigned'
  const button = (
    <Button
      variant="subtle"
      color="gray"
      className={classes.user}
      aria-label={`User menu of ${user.name} ${held}`}
      leftSection={<IconUserCircle size={22} aria-hidden />}
      {...menu.button}
    >
      <span className={classes.userName}>
        <PersonName name={user.name} />{' '}
        <Text component="span" size="sm" c="dimmed">
          {held}
        </Text>
      </span>
    </Button>
  )
  return menu.Menu ? <menu.Menu user={user} held={held} target={button} /> : button
}
