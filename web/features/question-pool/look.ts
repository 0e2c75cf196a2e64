import { IconHelpHexagon } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Question Pool',
  text: 'Questions that surveys choose from',
  icon: IconHelpHexagon,
}
