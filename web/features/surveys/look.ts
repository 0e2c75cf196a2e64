import { IconMessages } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Feedback Surveys',
  text: 'Ask students for their feedback, with questions of your own or of the pool',
  icon: IconMessages,
  group: 'reports',
  key: 'e',
  short: 'Feedback',
  deeds: [{ title: 'Add a survey', to: '/feedback?modal=add', action: 'feedback-surveys:write' }],
}
