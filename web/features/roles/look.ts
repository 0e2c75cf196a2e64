import { IconShieldLock } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Roles',
  text: 'Who may do what',
  icon: IconShieldLock,
  group: 'people',
  key: 'r',
}
