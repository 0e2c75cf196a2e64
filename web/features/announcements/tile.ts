import { IconSpeakerphone } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Announcements',
  text: (roles) =>
    can(roles, 'announcements:write') ? 'News of the college, and telling people yours' : 'News of the college for you',
  icon: IconSpeakerphone,
}
