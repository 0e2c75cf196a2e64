import { IconMessages } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Feedback Surveys',
  text: 'Ask students for their feedback, with questions of your own or of the pool',
  icon: IconMessages,
}
