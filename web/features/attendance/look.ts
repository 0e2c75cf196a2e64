import { IconCalendarCheck } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Attendance',
  text: 'Sessions of a group, and taking their attendance',
  icon: IconCalendarCheck,
  group: 'teaching',
  key: 'a',
  beside: ['/leaves'],
  waiting: ['own-registers'],
  deeds: [
    { title: 'Take a register', also: 'mark attendance', to: '/attendance', action: 'attendance:take' },
    {
      title: 'Import past attendance',
      also: 'upload registers excel',
      to: '/attendance/import',
      action: 'attendance:write',
    },
    { title: 'Add a session', to: '/attendance?modal=add', action: 'attendance:write' },
  ],
}
