import { IconChartDonut } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Student Attendance',
  text: 'Your attendance, and how many sessions you may still miss',
  icon: IconChartDonut,
}
