import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/tasks',
  load: async () => {
    const { TasksPage: Page, needs } = await import('./TasksPage.tsx')
    return { Page, needs }
  },
  dialogs,
  remembers: { names: { department: 'department_id', group: 'group_id' } },
  tile: { roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'] },
}
