import { IconLock } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Security Log',
  text: 'Who signed in, failed, was refused or took data away',
  icon: IconLock,
  group: 'college',
  key: 'y',
}
