import { IconSpeakerphone } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Announcements',
  text: (roles) =>
    can(roles, 'announcements:write') ? 'News of the college, and telling people yours' : 'News of the college for you',
  icon: IconSpeakerphone,
  group: 'college',
  key: 'n',
  waiting: ['announcements'],
  deeds: [{ title: 'Add an announcement', to: '/announcements?modal=add', action: 'announcements:write' }],
}
