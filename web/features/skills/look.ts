import { IconVaccine } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Skills',
  text: (roles) =>
    can(roles, 'skills:write')
      ? 'What students learn by doing: levels, and how often it is usual'
      : 'What students learn by doing, by department',
  icon: IconVaccine,
  group: 'teaching',
  key: 'x',
  deeds: [
    { title: 'Add a skill', also: 'procedure competency', to: '/skills?modal=add', action: 'skills:write' },
    { title: 'Import skills', to: '/skills/import', action: 'skills:write' },
  ],
}
