import { IconReportAnalytics } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Student Reports',
  text: 'Attendance and tasks of a batch, and registers not taken',
  icon: IconReportAnalytics,
}
