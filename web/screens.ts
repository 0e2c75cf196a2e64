import type { ComponentType } from 'react'
import { ROLES, type RoleName, STAFF_ROLES } from '../shared/permissions.ts'
import type { Needs } from './core/needs.ts'
import type { Tiled } from './tiles.ts'

/** A screen. Its tile's text and icon are in tiles.ts, since the sign-in page loads this list too. */
export interface Screen extends Tiled {
  /** Loads its code and the start of its queries, when it is opened or a link to it is pointed at. */
  load: () => Promise<{ Page: ComponentType; needs?: Needs }>
  /** The roles that may open it; everybody who is signed in if missing. */
  roles?: readonly RoleName[]
}

const OVERSEERS: readonly RoleName[] = ['admin', 'principal', 'hod']
const SURVEYORS: readonly RoleName[] = ['admin', 'principal', 'hod', 'faculty', 'student-affair']

/** The screens behind the sign-in, in the order of their tiles. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/dashboard',
    load: async () => {
      const { dashboardOf, needs } = await import('./tiles.ts')
      return { Page: dashboardOf(SCREENS), needs }
    },
  },
  {
    path: '/department',
    load: async () => {
      const { DepartmentsPage: Page, needs } = await import('./features/departments/DepartmentsPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Departments', roles: ['admin', 'student-affair'] },
  },
  {
    path: '/batches',
    load: async () => {
      const { BatchesPage: Page, needs } = await import('./features/batches/BatchesPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Batches', roles: ['admin', 'student-affair'] },
  },
  {
    path: '/staff',
    load: async () => {
      const { StaffPage: Page, needs } = await import('./features/staff/StaffPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Staff', roles: STAFF_ROLES },
  },
  {
    path: '/staff/import',
    load: async () => ({ Page: (await import('./features/imports/ImportPage.tsx')).ImportStaffPage }),
  },
  {
    path: '/students',
    load: async () => {
      const { StudentsPage: Page, needs } = await import('./features/students/StudentsPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Students', roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair'] },
  },
  {
    path: '/students/import',
    load: async () => ({ Page: (await import('./features/imports/ImportPage.tsx')).ImportStudentsPage }),
  },
  {
    path: '/students/:studentId',
    load: async () => {
      const { StudentPage: Page, needs } = await import('./features/glance/StudentPage.tsx')
      return { Page, needs }
    },
    roles: ROLES,
  },
  {
    path: '/groups',
    load: async () => {
      const { GroupsPage: Page, needs } = await import('./features/groups/GroupsPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Groups', roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair'] },
  },
  {
    path: '/tasks',
    load: async () => {
      const { TasksPage: Page, needs } = await import('./features/tasks/TasksPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Tasks', roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'] },
  },
  {
    path: '/attendance',
    load: async () => {
      const { AttendancePage: Page, needs } = await import('./features/attendance/AttendancePage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Attendance', roles: STAFF_ROLES },
  },
  {
    path: '/student-attendance',
    load: async () => {
      const { StudentAttendancePage: Page, needs } = await import(
        './features/student-attendance/StudentAttendancePage.tsx'
      )
      return { Page, needs }
    },
    tile: { title: 'Student Attendance', roles: ['student'] },
  },
  {
    path: '/leaves',
    load: async () => {
      const { LeavesPage: Page, needs } = await import('./features/leaves/LeavesPage.tsx')
      return { Page, needs }
    },
    roles: [...OVERSEERS, 'student'],
  },
  {
    path: '/assessment',
    load: async () => {
      const { AssessmentsPage: Page, needs } = await import('./features/assessments/AssessmentsPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Assessment', roles: STAFF_ROLES },
  },
  {
    path: '/my-results',
    load: async () => {
      const { MyResultsPage: Page, needs } = await import('./features/assessments/MyResultsPage.tsx')
      return { Page, needs }
    },
    roles: ['student'],
    tile: { title: 'My Results', roles: ['student'] },
  },
  {
    path: '/reporting',
    load: async () => {
      const { ReportingsPage: Page, needs } = await import('./features/reportings/ReportingsPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Incident/Issue Reporting', roles: ['admin', 'principal', 'hod', 'faculty', 'student'] },
  },
  {
    path: '/reports',
    load: async () => {
      const { StudentReportsPage: Page, needs } = await import('./features/student-reports/StudentReportsPage.tsx')
      return { Page, needs }
    },
    roles: OVERSEERS,
    tile: { title: 'Student Reports', roles: OVERSEERS },
  },
  {
    path: '/library',
    load: async () => {
      const { LibraryPage: Page, needs } = await import('./features/library/LibraryPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'Library', roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'] },
  },
  {
    path: '/feedback',
    load: async () => {
      const { SurveysPage: Page, needs } = await import('./features/feedback/SurveysPage.tsx')
      return { Page, needs }
    },
    roles: SURVEYORS,
    tile: { title: 'Feedback Surveys', roles: SURVEYORS },
  },
  {
    path: '/feedback-questions',
    load: async () => {
      const { QuestionPoolPage: Page, needs } = await import('./features/feedback/QuestionPoolPage.tsx')
      return { Page, needs }
    },
    roles: SURVEYORS,
  },
  {
    path: '/feedback-results/:surveyId',
    load: async () => {
      const { SurveyResultsPage: Page, needs } = await import('./features/feedback/SurveyResultsPage.tsx')
      return { Page, needs }
    },
    roles: SURVEYORS,
  },
  {
    path: '/student-feedback',
    load: async () => {
      const { StudentFeedbackPage: Page, needs } = await import('./features/student-feedback/StudentFeedbackPage.tsx')
      return { Page, needs }
    },
    tile: { title: 'My Feedback Surveys', roles: ['student'] },
  },
  {
    path: '/student-feedback-questions/:surveyId',
    load: async () => {
      const { AnsweringPage: Page, needs } = await import('./features/student-feedback/AnsweringPage.tsx')
      return { Page, needs }
    },
  },
  {
    path: '/designations',
    load: async () => {
      const { DesignationsPage: Page, needs } = await import('./features/designations/DesignationsPage.tsx')
      return { Page, needs }
    },
    roles: STAFF_ROLES,
  },
  {
    path: '/roles',
    load: async () => {
      const { RolesPage: Page, needs } = await import('./features/roles/RolesPage.tsx')
      return { Page, needs }
    },
    roles: STAFF_ROLES,
  },
  {
    path: '/security-log',
    load: async () => {
      const { SecurityLogPage: Page, needs } = await import('./features/security-log/SecurityLogPage.tsx')
      return { Page, needs }
    },
    roles: ['admin'],
  },
  {
    path: '/status',
    load: async () => {
      const { StatusPage: Page, needs } = await import('./features/status/StatusPage.tsx')
      return { Page, needs }
    },
    roles: ['admin'],
  },
]
