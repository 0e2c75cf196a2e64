import { IconId } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Designations',
  text: 'The posts that staff hold',
  icon: IconId,
  group: 'people',
  key: 'i',
  deeds: [{ title: 'Import designations', to: '/designations/import', action: 'designations:write' }],
}
