import { IconCalendarOff } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Leave Requests',
  text: 'Asking for leave, and what was decided',
  icon: IconCalendarOff,
  group: 'teaching',
  key: 'v',
  short: 'Leave',
  waiting: ['leaves', 'leave-answers'],
  deeds: [{ title: 'Ask for leave', also: 'absence', to: '/leaves?modal=add', action: 'leaves:ask' }],
}
