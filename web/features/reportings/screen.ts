import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/reporting',
  load: async () => {
    const { ReportingsPage: Page, needs } = await import('./ReportingsPage.tsx')
    return { Page, needs }
  },
  dialogs,
  tile: { roles: ['admin', 'principal', 'hod', 'faculty', 'student'] },
}
