import { IconUserCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { User } from '../../shared/contract/auth.ts'
import { useRoles } from '../core/login.ts'
import { toast } from '../core/toasts.ts'
import { Button } from '../ui/buttons.tsx'
import { Text } from '../ui/elements.tsx'
import { whenIdle } from '../ui/later.tsx'
import { Menu } from '../ui/Menu.tsx'
import { PersonName } from '../ui/PersonName.tsx'
import classes from './Frame.module.css'

const loadItems = async () => (await import('./UserMenuItems.tsx')).UserMenuItems

/** Shows the person's button with the screen. The items of its menu come when the browser is idle. */
export function UserMenu({ user }: { user: User }) {
  const roles = useRoles()
  const [isOpen, setIsOpen] = useState(false)
  const [loaded, setLoaded] = useState<{ Items: Awaited<ReturnType<typeof loadItems>> }>()
  const held = roles.length > 0 ? `(${roles.join(', ')})` : 'No roles assigned'

  useEffect(() => {
    // A failure is told when the menu is asked for.
    whenIdle(() => void loadItems().catch(() => undefined))
  }, [])

  async function change(open: boolean) {
    setIsOpen(open)
    if (!open || loaded) return
    try {
      setLoaded({ Items: await loadItems() })
    } catch {
      setIsOpen(false)
      toast.error('The menu could not be loaded. Please try again.')
    }
  }

  return (
    // Stays inside the header, so that it belongs to a landmark.
    <Menu
      side="end"
      isOpen={isOpen && loaded !== undefined}
      onChange={change}
      button={(props) => (
        <Button
          variant="subtle"
          color="gray"
          className={classes.user}
          aria-label={`User menu of ${user.name} ${held}`}
          leftSection={<IconUserCircle size={22} aria-hidden />}
          {...props}
        >
          <span className={classes.userName}>
            <PersonName name={user.name} />{' '}
            <Text component="span" size="sm" c="dimmed">
              {held}
            </Text>
          </span>
        </Button>
      )}
    >
      {loaded && <loaded.Items user={user} held={held} />}
    </Menu>
  )
}
