import { IconCalendarCheck } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Attendance',
  text: 'Sessions of a group, and taking their attendance',
  icon: IconCalendarCheck,
}
