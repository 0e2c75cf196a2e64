import { IconCalendarWeek } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Timetable',
  text: (roles) =>
    can(roles, 'submissions:submit')
      ? 'Your sessions, day by day, and the last days of your work'
      : 'The sessions that you hold, day by day',
  icon: IconCalendarWeek,
  group: 'teaching',
  key: 'w',
}
