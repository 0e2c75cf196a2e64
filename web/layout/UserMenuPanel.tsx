import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import '../ui/styles-kit.ts'
import {
  IconActivity,
  IconCalendar,
  IconCalendarOff,
  IconDevices,
  IconDownload,
  IconHome,
  IconId,
  IconKey,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '../../shared/contract/auth.ts'
import { can } from '../../shared/permissions.ts'
import { useRoles } from '../core/login.ts'
import { savePersonalData } from '../core/personal-data.ts'
import { ownStudentQuery } from '../core/start.ts'
import { studentAddress } from '../core/student-page.ts'
import { useOpenFrameDialog } from '../core/url-state.ts'
import { logout } from '../offline/logout.ts'
import { Text } from '../ui/elements.tsx'
import { PersonName } from '../ui/PersonName.tsx'
import { ScreenLink } from './ScreenLink.tsx'

interface Props {
  user: User
  /** The person's roles in words. */
  held: string
  /** The button that opens the menu. */
  target: ReactElement
}

export function UserMenuPanel({ user, held, target }: Props) {
  const navigate = useNavigate()
  const roles = useRoles()
  const [isOpen, setIsOpen] = useState(false)
  // Opens after it was drawn, so that it knows where the focus goes back to.
  useEffect(() => setIsOpen(true), [])
  const openAccount = useOpenFrameDialog('account')
  // The start of every student's screen has answered this.
  const own = useQuery({ ...ownStudentQuery(user.id), enabled: roles.includes('student'), staleTime: Infinity })
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'

  async function leave() {
    if (await logout()) navigate('/login', { replace: true })
  }

  return (
    // Stays inside the header, so that it belongs to a landmark.
    <Menu position="bottom-end" width={260} withinPortal={false} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>{target}</Menu.Target>
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
        {own.data && (
          <Menu.Item
            component={ScreenLink}
            to={studentAddress(own.data.id)}
            leftSection={<IconId size={18} aria-hidden />}
          >
            My page
          </Menu.Item>
        )}
        {can(roles, 'leaves:read') && (
          <Menu.Item component={ScreenLink} to="/leaves" leftSection={<IconCalendarOff size={18} aria-hidden />}>
            Leave requests
          </Menu.Item>
        )}
        {can(roles, 'status:read') && (
          <Menu.Item component={ScreenLink} to="/status" leftSection={<IconActivity size={18} aria-hidden />}>
            Status
          </Menu.Item>
        )}
        {can(roles, 'calendar:own') && (
          <Menu.Item leftSection={<IconCalendar size={18} aria-hidden />} onClick={() => openAccount('calendar')}>
            Calendar
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={() => openAccount('password')}>
          Change password
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => savePersonalData(user.id)}>
          Download my data
        </Menu.Item>
        <Menu.Item leftSection={<IconShieldLock size={18} aria-hidden />} onClick={() => openAccount('two-step')}>
          Two-step sign-in
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices size={18} aria-hidden />} onClick={() => openAccount('devices')}>
          Signed-in devices
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
