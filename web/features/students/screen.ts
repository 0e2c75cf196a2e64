import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/students',
  load: async () => {
    const { StudentsPage: Page, needs } = await import('./StudentsPage.tsx')
    return { Page, needs }
  },
  dialogs,
  remembers: { names: { batch: 'batch' } },
  tile: { roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair'] },
}
