import { IconClipboardList } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

function tasksText(roles: readonly string[]): string {
  if (can(roles, 'tasks:create')) return 'Assign clinical work, and grade what is handed in'
  if (can(roles, 'submissions:grade')) return 'Clinical work of the groups, and grading what is handed in'
  if (can(roles, 'submissions:review')) return 'Clinical work of the groups, and what was handed in'
  if (can(roles, 'submissions:submit')) return 'Your clinical work: what is due, handing it in, your marks'
  return 'Clinical work that the groups have been given'
}

export const look: ScreenLook = {
  screen,
  title: 'Tasks',
  text: tasksText,
  icon: IconClipboardList,
  group: 'teaching',
  key: 'k',
  // A student's work is of all departments.
  opens: (roles) => (can(roles, 'submissions:submit') ? '?only=due' : ''),
  waiting: ['work-returned', 'tasks-due', 'grading'],
  deeds: [
    { title: 'Add a task', to: '/tasks?modal=add', action: 'tasks:create' },
    { title: 'Grade what was handed in', also: 'marks work', to: '/tasks?only=ungraded', action: 'submissions:grade' },
    { title: 'Hand in work', also: 'submit task upload', to: '/tasks?only=due', action: 'submissions:submit' },
    { title: 'Add bulk tasks', to: '/tasks?modal=add-bulk', action: 'tasks:create' },
  ],
}
