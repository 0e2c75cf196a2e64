import { IconChartDonut } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Student Attendance',
  text: 'Your attendance, and how many sessions you may still miss',
  icon: IconChartDonut,
  group: 'teaching',
  key: 'a',
  short: 'Attendance',
}
