import { IconMessageCircle } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'My Feedback Surveys',
  text: 'Surveys that ask you: what is to be answered, and until when',
  icon: IconMessageCircle,
}
