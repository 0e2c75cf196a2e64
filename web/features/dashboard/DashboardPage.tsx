import { Text } from '@mantine/core'
import {
  IconBuildingHospital,
  IconCalendarCheck,
  IconChartDonut,
  IconClipboardList,
  IconReportAnalytics,
  IconSchool,
  IconStethoscope,
  IconUserOff,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { can, hasAnyRole, type RoleName } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { Page } from '../../layout/Page.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useWaiting } from './api.ts'
import classes from './DashboardPage.module.css'
import { StatisticsTable } from './StatisticsTable.tsx'

interface Tile {
  to: string
  title: string
  /** What it is for, where it differs for the person who sees it. */
  text: string | ((roles: readonly string[]) => string)
  icon: TablerIcon
  roles: readonly RoleName[]
}

function tasksText(roles: readonly string[]): string {
  if (can(roles, 'tasks:create')) return 'Assign clinical work, and grade what is handed in'
  if (can(roles, 'submissions:grade')) return 'Clinical work of the groups, and grading what is handed in'
  if (can(roles, 'submissions:review')) return 'Clinical work of the groups, and what was handed in'
  if (can(roles, 'submissions:submit')) return 'Your clinical work: what is due, handing it in, your marks'
  return 'Clinical work that the groups have been given'
}

/** The tiles of the specification whose screens exist. */
const TILES: readonly Tile[] = [
  {
    to: '/department',
    title: 'Departments',
    text: 'Academic and other departments of the college',
    icon: IconBuildingHospital,
    roles: ['admin', 'student-affair'],
  },
  {
    to: '/batches',
    title: 'Batches',
    text: 'Intakes with their current year, students and groups',
    icon: IconSchool,
    roles: ['admin', 'student-affair'],
  },
  {
    to: '/staff',
    title: 'Staff',
    text: 'Teachers and employees, their departments and roles',
    icon: IconStethoscope,
    roles: ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair'],
  },
  {
    to: '/students',
    title: 'Students',
    text: 'The students of a batch',
    icon: IconUsers,
    roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  },
  {
    to: '/groups',
    title: 'Groups',
    text: 'Ward groups of a batch and who is in them',
    icon: IconUsersGroup,
    roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  },
  {
    to: '/tasks',
    title: 'Tasks',
    text: tasksText,
    icon: IconClipboardList,
    roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'],
  },
  {
    to: '/attendance',
    title: 'Attendance',
    text: 'Sessions of a group, and taking their attendance',
    icon: IconCalendarCheck,
    roles: ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair'],
  },
  {
    to: '/student-attendance',
    title: 'Student Attendance',
    text: 'Your attendance, and how many sessions you may still miss',
    icon: IconChartDonut,
    roles: ['student'],
  },
  {
    to: '/reports',
    title: 'Student Reports',
    text: 'Attendance and tasks of a batch, and registers not taken',
    icon: IconReportAnalytics,
    roles: ['admin', 'principal', 'hod'],
  },
]

export function DashboardPage() {
  const roles = useRoles()
  const waiting = useWaiting(roles)
  const tiles = TILES.filter((tile) => hasAnyRole(roles, tile.roles))
  return (
    <Page title="Dashboard">
      {roles.length === 0 ? (
        <Prompt
          icon={IconUserOff}
          title="Nothing to show yet"
          text="No role has been assigned to your account. Please contact the administrator."
        />
      ) : (
        <CardGrid label="Modules" columns={3}>
          {tiles.map(({ to, title, text, icon: Icon }) => (
            <li key={to}>
              <ScreenLink to={to} className={classes.tile}>
                <span className={classes.icon}>
                  <Icon size={28} stroke={1.6} aria-hidden />
                </span>
                <span>
                  <Text component="span" display="block" fw={600} size="lg">
                    {title}
                  </Text>
                  <Text component="span" display="block" size="sm" c="dimmed">
                    {typeof text === 'string' ? text : text(roles)}
                  </Text>
                  {waiting[to] !== undefined && (
                    <span className={classes.waiting}>
                      {waiting[to] && <StatusBadge status="waiting" label={waiting[to]} />}
                    </span>
                  )}
                </span>
              </ScreenLink>
            </li>
          ))}
        </CardGrid>
      )}
      {can(roles, 'dashboard:statistics') && <StatisticsTable />}
    </Page>
  )
}
