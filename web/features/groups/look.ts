import { IconUsersGroup } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Groups',
  text: 'Ward groups of a batch and who is in them',
  icon: IconUsersGroup,
  group: 'people',
  key: 'g',
  waiting: ['students-unplaced'],
  deeds: [
    { title: 'Add a group', to: '/groups?modal=add', action: 'groups:write' },
    { title: 'Import groups', to: '/groups/import', action: 'groups:write' },
  ],
}
