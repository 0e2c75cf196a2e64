import { IconUrgent } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

const reportingText = (roles: readonly string[]) =>
  can(roles, 'reportings:handle')
    ? 'Incident and disciplinary cases: assigned to you, and reported by you'
    : 'Report an incident, and follow what becomes of it'

export const look: ScreenLook = {
  screen,
  title: 'Incident/Issue Reporting',
  text: reportingText,
  icon: IconUrgent,
  group: 'reports',
  key: 'c',
  short: 'Cases',
  waiting: ['cases'],
  deeds: [{ title: 'Report an incident', also: 'new case', to: '/reporting?modal=add', action: 'reportings:create' }],
}
