import { IconUsers } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Students',
  text: 'The students of a batch',
  icon: IconUsers,
}
