import {
  IconBooks,
  IconBuildingHospital,
  IconCalendarCheck,
  IconCertificate,
  IconChartDonut,
  IconClipboardList,
  IconListNumbers,
  IconMessageCircle,
  IconMessages,
  IconReportAnalytics,
  IconSchool,
  IconStethoscope,
  IconUrgent,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { createElement } from 'react'
import { can } from '../shared/permissions.ts'
import { DashboardPage, type Tile } from './features/dashboard/DashboardPage.tsx'

export { needs } from './features/dashboard/api.ts'

function tasksText(roles: readonly string[]): string {
  if (can(roles, 'tasks:create')) return 'Assign clinical work, and grade what is handed in'
  if (can(roles, 'submissions:grade')) return 'Clinical work of the groups, and grading what is handed in'
  if (can(roles, 'submissions:review')) return 'Clinical work of the groups, and what was handed in'
  if (can(roles, 'submissions:submit')) return 'Your clinical work: what is due, handing it in, your marks'
  return 'Clinical work that the groups have been given'
}

const assessmentsText = (roles: readonly string[]) =>
  can(roles, 'results:write') ? 'Assessments of a group, and entering their results' : 'Assessments of a group'

const reportingText = (roles: readonly string[]) =>
  can(roles, 'reportings:handle')
    ? 'Incident and disciplinary cases: assigned to you, and reported by you'
    : 'Report an incident, and follow what becomes of it'

/** The text and icon of each tile. `npm run check` compares them with the screens. */
const SHOWN: Record<string, Pick<Tile, 'text' | 'icon'>> = {
  '/department': { text: 'Academic and other departments of the college', icon: IconBuildingHospital },
  '/batches': { text: 'Intakes with their current year, students and groups', icon: IconSchool },
  '/staff': { text: 'Teachers and employees, their departments and roles', icon: IconStethoscope },
  '/students': { text: 'The students of a batch', icon: IconUsers },
  '/groups': { text: 'Ward groups of a batch and who is in them', icon: IconUsersGroup },
  '/tasks': { text: tasksText, icon: IconClipboardList },
  '/attendance': { text: 'Sessions of a group, and taking their attendance', icon: IconCalendarCheck },
  '/student-attendance': { text: 'Your attendance, and how many sessions you may still miss', icon: IconChartDonut },
  '/assessment': { text: assessmentsText, icon: IconListNumbers },
  '/my-results': { text: 'Your marks in the assessments that have been evaluated', icon: IconCertificate },
  '/reporting': { text: reportingText, icon: IconUrgent },
  '/reports': { text: 'Attendance and tasks of a batch, and registers not taken', icon: IconReportAnalytics },
  '/library': { text: 'Shared files: to look at, to download and to search', icon: IconBooks },
  '/feedback': {
    text: 'Ask students for their feedback, with questions of your own or of the pool',
    icon: IconMessages,
  },
  '/student-feedback': {
    text: 'Surveys that ask you: what is to be answered, and until when',
    icon: IconMessageCircle,
  },
}

export interface Tiled {
  path: string
  /** The screen's tile on the dashboard, with the roles that see it. */
  tile?: Pick<Tile, 'title' | 'roles'>
}

export const tilesOf = (screens: readonly Tiled[]): readonly Tile[] =>
  screens.flatMap(({ path, tile }) => {
    const shown = SHOWN[path]
    return tile && shown ? [{ ...tile, ...shown, to: path }] : []
  })

export const dashboardOf = (screens: readonly Tiled[]) => {
  const tiles = tilesOf(screens)
  return () => createElement(DashboardPage, { tiles })
}
