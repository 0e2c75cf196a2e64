import { IconListNumbers } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

const assessmentsText = (roles: readonly string[]) =>
  can(roles, 'results:write') ? 'Assessments of a group, and entering their results' : 'Assessments of a group'

export const tile: TileLook = {
  screen,
  title: 'Assessment',
  text: assessmentsText,
  icon: IconListNumbers,
}
