import type { RoleName } from '../../shared/permissions.ts'

const ADMINISTRATION = ['Departments', 'Batches', 'Staff', 'Students', 'Groups']
const TEACHING = ['Staff', 'Students', 'Groups', 'Tasks', 'Attendance', 'Assessment']
const CASES = 'Incident/Issue Reporting'

/** The tiles of each role in their order, copied by hand from the college's specification. */
export const TILES: Readonly<Record<RoleName, readonly string[]>> = {
  admin: [
    ...ADMINISTRATION,
    'Tasks',
    'Attendance',
    'Assessment',
    CASES,
    'Student Reports',
    'Library',
    'Feedback Surveys',
  ],
  principal: [...TEACHING, CASES, 'Student Reports', 'Library', 'Feedback Surveys'],
  hod: [...TEACHING, CASES, 'Student Reports', 'Library', 'Feedback Surveys'],
  faculty: [...TEACHING, CASES, 'Library', 'Feedback Surveys'],
  clerk: ['Staff', 'Attendance', 'Assessment'],
  'student-affair': [...ADMINISTRATION, 'Tasks', 'Attendance', 'Assessment', 'Library', 'Feedback Surveys'],
  student: ['Tasks', 'Student Attendance', 'My Results', CASES, 'Library', 'My Feedback Surveys'],
}
