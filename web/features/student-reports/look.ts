import { IconReportAnalytics } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Student Reports',
  text: 'Attendance and tasks of a batch, and registers not taken',
  icon: IconReportAnalytics,
  group: 'reports',
  key: 'p',
  short: 'Reports',
  waiting: ['registers-not-taken'],
}
