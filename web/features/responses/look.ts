import { IconMessageCircle } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'My Feedback Surveys',
  text: 'Surveys that ask you: what is to be answered, and until when',
  icon: IconMessageCircle,
  group: 'reports',
  key: 'e',
  short: 'Feedback',
  waiting: ['surveys-to-answer'],
}
