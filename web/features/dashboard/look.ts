import { IconHome } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Today',
  text: 'What waits for you, and the way to every screen',
  icon: IconHome,
  group: 'today',
  key: 't',
}
