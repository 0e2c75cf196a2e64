import { IconSettings } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Settings',
  text: 'Name, minimum, mail and backup',
  icon: IconSettings,
  group: 'college',
  key: 'h',
}
