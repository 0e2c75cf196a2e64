import { IconListNumbers } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

const assessmentsText = (roles: readonly string[]) =>
  can(roles, 'results:write') ? 'Assessments of a group, and entering their results' : 'Assessments of a group'

export const look: ScreenLook = {
  screen,
  title: 'Assessment',
  text: assessmentsText,
  icon: IconListNumbers,
  group: 'teaching',
  key: 'm',
  waiting: ['results-missing'],
  deeds: [
    { title: 'Add an assessment', to: '/assessment?modal=add', action: 'assessments:write' },
    { title: 'Import past results', also: 'upload marks excel', to: '/assessment/import', action: 'results:write' },
    { title: 'Enter marks', to: '/assessment', action: 'results:write' },
  ],
}
