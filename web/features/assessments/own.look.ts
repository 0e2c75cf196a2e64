import { IconCertificate } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './own.screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'My Results',
  text: 'Your marks in the assessments that have been evaluated',
  icon: IconCertificate,
  group: 'teaching',
  key: 'm',
  short: 'Results',
  waiting: ['new-results'],
}
