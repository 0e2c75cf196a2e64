import { Button, Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconHome, IconKey, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { User } from '../../shared/contract/auth.ts'
import { useRoles } from '../core/login.ts'
import { logout } from '../offline/logout.ts'
import { PersonName } from '../ui/PersonName.tsx'
import classes from './Frame.module.css'
import { ScreenLink } from './ScreenLink.tsx'

export function UserMenu({ user }: { user: User }) {
  const roles = useRoles()
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'

  const held = roles.length > 0 ? `(${roles.join(', ')})` : 'No roles assigned'

  async function leave() {
    if (await logout()) navigate('/login', { replace: true })
  }

  function changePassword() {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('account', 'password')
        return after
      },
      { state: { modalOpened: true }, preventScrollReset: true },
    )
  }

  return (
    // Inside the header, so that it belongs to a landmark.
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={`User menu of ${user.name} ${held}`}
          leftSection={<IconUserCircle size={22} aria-hidden />}
        >
          <span className={classes.userName}>
            <PersonName name={user.name} />{' '}
            <Text component="span" size="sm" c="dimmed">
              {held}
            </Text>
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" fw={600} c="var(--mantine-color-text)">
            <PersonName name={user.name} />
          </Text>{' '}
          <Text component="span" size="sm" c="dimmed">
            {held}
          </Text>
        </Menu.Label>
        <Menu.Item component={ScreenLink} to="/dashboard" leftSection={<IconHome size={18} aria-hidden />}>
          Home
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={changePassword}>
          Change password
        </Menu.Item>
        <Menu.Item
          leftSection={dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {dark ? 'Light colours' : 'Dark colours'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={leave}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
