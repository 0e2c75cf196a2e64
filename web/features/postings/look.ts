import { IconArrowsShuffle } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Rotation plan',
  text: (roles) =>
    can(roles, 'postings:write')
      ? 'Plan which group is where from when to when'
      : 'Which group is where from when to when',
  icon: IconArrowsShuffle,
  group: 'teaching',
  key: 'j',
}
