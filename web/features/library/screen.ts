import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/library',
  load: async () => {
    const { LibraryPage: Page, needs } = await import('./LibraryPage.tsx')
    return { Page, needs }
  },
  dialogs,
  tile: { roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'] },
}
