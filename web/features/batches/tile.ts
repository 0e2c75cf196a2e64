import { IconSchool } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Batches',
  text: 'Intakes with their current year, students and groups',
  icon: IconSchool,
}
