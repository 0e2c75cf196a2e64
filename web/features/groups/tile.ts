import { IconUsersGroup } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Groups',
  text: 'Ward groups of a batch and who is in them',
  icon: IconUsersGroup,
}
