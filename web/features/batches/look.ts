import { IconSchool } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Batches',
  text: 'Intakes with their current year, students and groups',
  icon: IconSchool,
  group: 'college',
  key: 'b',
  deeds: [{ title: 'Add a batch', to: '/batches?modal=add', action: 'batches:write' }],
}
