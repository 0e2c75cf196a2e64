import { IconActivity } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Status',
  text: 'How the installation is',
  icon: IconActivity,
  group: 'college',
  key: 'u',
  beside: ['/security-log'],
  waiting: ['backups', 'jobs', 'installation'],
}
