import {
  IconActivity,
  IconBell,
  IconCalendar,
  IconCalendarOff,
  IconDevices,
  IconDownload,
  IconHome,
  IconId,
  IconKey,
  IconLogout,
  IconMail,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { User } from '../../shared/contract/auth.ts'
import { inWords, roleHint } from '../../shared/labels.ts'
import { can } from '../../shared/permissions.ts'
import { useRoles } from '../core/login.ts'
import { savePersonalData } from '../core/personal-data.ts'
import { ownStudentQuery } from '../core/start.ts'
import { studentAddress } from '../core/student-page.ts'
import { useOpenFrameDialog } from '../core/url-state.ts'
import { logout } from '../offline/logout.ts'
import { chooseColourScheme, colourScheme } from '../ui/colour-scheme.ts'
import { Text } from '../ui/elements.tsx'
import { MenuItem, MenuLabel, MenuLine } from '../ui/Menu.tsx'
import { PersonName } from '../ui/PersonName.tsx'
import { ScreenLink } from './ScreenLink.tsx'

interface Props {
  user: User
  /** The person's roles in words. */
  held: string
}

/** The items of the person's menu. */
export function UserMenuItems({ user, held }: Props) {
  const roles = useRoles()
  const openAccount = useOpenFrameDialog('account')
  // The start of every student's screen has answered this.
  const own = useQuery({ ...ownStudentQuery(user.id), enabled: roles.includes('student'), staleTime: Infinity })
  const hint = inWords(roles.flatMap((role) => roleHint(role) ?? []))
  const dark = colourScheme() === 'dark'

  return (
    <>
      <MenuLabel>
        <Text component="span" fw={600} c="var(--mantine-color-text)">
          <PersonName name={user.name} />
        </Text>{' '}
        <Text component="span" size="sm" c="dimmed">
          {held}
        </Text>
        {hint && (
          <Text component="div" size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </MenuLabel>
      <MenuItem component={ScreenLink} to="/dashboard" icon={<IconHome size={18} aria-hidden />}>
        Home
      </MenuItem>
      {own.data && (
        <MenuItem component={ScreenLink} to={studentAddress(own.data.id)} icon={<IconId size={18} aria-hidden />}>
          My page
        </MenuItem>
      )}
      {can(roles, 'leaves:read') && (
        <MenuItem component={ScreenLink} to="/leaves" icon={<IconCalendarOff size={18} aria-hidden />}>
          Leave requests
        </MenuItem>
      )}
      {can(roles, 'status:read') && (
        <MenuItem component={ScreenLink} to="/status" icon={<IconActivity size={18} aria-hidden />}>
          Status
        </MenuItem>
      )}
      {can(roles, 'calendar:own') && (
        <MenuItem icon={<IconCalendar size={18} aria-hidden />} onClick={() => openAccount('calendar')}>
          Calendar
        </MenuItem>
      )}
      {can(roles, 'notices:own') && (
        <MenuItem icon={<IconBell size={18} aria-hidden />} onClick={() => openAccount('notices')}>
          Notices
        </MenuItem>
      )}
      <MenuItem icon={<IconKey size={18} aria-hidden />} onClick={() => openAccount('password')}>
        Change password
      </MenuItem>
      {user.email === null && (
        <MenuItem icon={<IconMail size={18} aria-hidden />} onClick={() => openAccount('address')}>
          Add address
        </MenuItem>
      )}
      <MenuItem icon={<IconDownload size={18} aria-hidden />} onClick={() => savePersonalData(user.id)}>
        Download my data
      </MenuItem>
      <MenuItem icon={<IconShieldLock size={18} aria-hidden />} onClick={() => openAccount('two-step')}>
        Two-step sign-in
      </MenuItem>
      <MenuItem icon={<IconDevices size={18} aria-hidden />} onClick={() => openAccount('devices')}>
        Signed-in devices
      </MenuItem>
      <MenuItem
        icon={dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
        onClick={() => chooseColourScheme(dark ? 'light' : 'dark')}
      >
        {dark ? 'Light colours' : 'Dark colours'}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<IconLogout size={18} aria-hidden />} onClick={() => void logout()}>
        Logout
      </MenuItem>
    </>
  )
}
