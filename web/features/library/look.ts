import { IconBooks } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Library',
  text: 'Shared files: to look at, to download and to search',
  icon: IconBooks,
  group: 'college',
  key: 'l',
  deeds: [{ title: 'Add a file', to: '/library?modal=add', action: 'library:create' }],
}
