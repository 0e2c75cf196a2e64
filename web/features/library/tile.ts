import { IconBooks } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Library',
  text: 'Shared files: to look at, to download and to search',
  icon: IconBooks,
}
