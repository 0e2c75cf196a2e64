import { IconStethoscope } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Staff',
  text: 'Teachers and employees, their departments and roles',
  icon: IconStethoscope,
  group: 'people',
  key: 'f',
  beside: ['/designations', '/roles', '/security-log'],
  deeds: [
    { title: 'Add a member of staff', to: '/staff?modal=add', action: 'staff:write' },
    { title: 'Import staff', to: '/staff/import', action: 'staff:write' },
  ],
}
