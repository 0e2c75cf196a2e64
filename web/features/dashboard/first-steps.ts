import type { FirstStep } from '../../../shared/contract/dashboard.ts'

interface StepWords {
  title: string
  /** Its purpose, and for steps of the operator the settings. */
  text: string
  /** The words of the link to it. */
  deed: string
  to: string
  /** True for a step that a college may do without. */
  canWait?: boolean
}

export const STEPS: Readonly<Record<FirstStep, StepWords>> = {
  departments: {
    title: 'Departments',
    text: 'The academic ones, where students work in groups, and the others. The import of staff can make those that its file names.',
    deed: 'Add a department',
    to: '/department?modal=add',
  },
  designations: {
    title: 'Designations',
    text: 'What members of staff are, such as Professor or Registrar. The import of staff can make those that its file names.',
    deed: 'Add a designation',
    to: '/designations?modal=add',
  },
  batches: {
    title: 'Batches',
    text: 'The students who were admitted together, with their current year. The import of students can make those that its file names.',
    deed: 'Add a batch',
    to: '/batches?modal=add',
  },
  staff: {
    title: 'Staff',
    text: 'Heads, teachers and clerks, from a table or one by one.',
    deed: 'Import staff',
    to: '/staff/import',
  },
  students: {
    title: 'Students',
    text: 'Each in a batch, from a table or one by one.',
    deed: 'Import students',
    to: '/students/import',
  },
  groups: {
    title: 'Groups',
    text: 'Students of a batch who work together in a department. The import of students can make them and put students in.',
    deed: 'Add a group',
    to: '/groups?modal=add',
  },
  credentials: {
    title: 'Passwords',
    text: 'Hand out the initial passwords. It is done when the first person has signed in.',
    deed: 'See who has never signed in',
    to: '/students?only=never-signed-in',
  },
  mail: {
    title: 'Mail',
    text: 'For forgotten passwords and news of cases. With a test mail to try it.',
    deed: 'Set up mail',
    to: '/settings',
    canWait: true,
  },
  backup: {
    title: 'Backup',
    text: 'A copy of everything each night. With a test restore to try it.',
    deed: 'Set up backups',
    to: '/settings',
    canWait: true,
  },
}
