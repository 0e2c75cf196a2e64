import { IconCalendarWeek } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { hasOwnWeek } from './own-week.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Timetable',
  text: (roles) => {
    if (can(roles, 'submissions:submit')) return 'Your sessions, day by day, and the last days of your work'
    return hasOwnWeek(roles) ? 'The sessions that you hold, day by day' : 'The week of a group, a teacher or a ward'
  },
  icon: IconCalendarWeek,
  group: 'teaching',
  key: 'w',
}
