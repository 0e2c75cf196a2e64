import {
  IconBuildingHospital,
  IconCalendarCheck,
  IconChartDonut,
  IconClipboardList,
  IconReportAnalytics,
  IconSchool,
  IconStethoscope,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { createElement } from 'react'
import { can, type RoleName } from '../shared/permissions.ts'
import { DashboardPage, type Tile } from './features/dashboard/DashboardPage.tsx'

export { needs } from './features/dashboard/api.ts'

function tasksText(roles: readonly string[]): string {
  if (can(roles, 'tasks:create')) return 'Assign clinical work, and grade what is handed in'
  if (can(roles, 'submissions:grade')) return 'Clinical work of the groups, and grading what is handed in'
  if (can(roles, 'submissions:review')) return 'Clinical work of the groups, and what was handed in'
  if (can(roles, 'submissions:submit')) return 'Your clinical work: what is due, handing it in, your marks'
  return 'Clinical work that the groups have been given'
}

/** What the dashboard shows of a screen beside its title: not in the list itself, which the sign-in page loads too. */
const SHOWN = {
  '/department': { text: 'Academic and other departments of the college', icon: IconBuildingHospital },
  '/batches': { text: 'Intakes with their current year, students and groups', icon: IconSchool },
  '/staff': { text: 'Teachers and employees, their departments and roles', icon: IconStethoscope },
  '/students': { text: 'The students of a batch', icon: IconUsers },
  '/groups': { text: 'Ward groups of a batch and who is in them', icon: IconUsersGroup },
  '/tasks': { text: tasksText, icon: IconClipboardList },
  '/attendance': { text: 'Sessions of a group, and taking their attendance', icon: IconCalendarCheck },
  '/student-attendance': { text: 'Your attendance, and how many sessions you may still miss', icon: IconChartDonut },
  '/reports': { text: 'Attendance and tasks of a batch, and registers not taken', icon: IconReportAnalytics },
} satisfies Record<string, Pick<Tile, 'text' | 'icon'>>

export type TilePath = keyof typeof SHOWN

/** A screen's tile, and who sees it. */
export interface TiledScreen {
  path: TilePath
  tile: { title: string; roles: readonly RoleName[] }
}

export const tilesOf = (screens: readonly (TiledScreen | { tile?: never })[]): readonly Tile[] =>
  screens.flatMap((screen) => (screen.tile ? [{ ...screen.tile, ...SHOWN[screen.path], to: screen.path }] : []))

export const dashboardOf = (screens: Parameters<typeof tilesOf>[0]) => {
  const tiles = tilesOf(screens)
  return () => createElement(DashboardPage, { tiles })
}
