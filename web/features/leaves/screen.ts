import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/leaves',
  load: async () => {
    const { LeavesPage: Page, needs } = await import('./LeavesPage.tsx')
    return { Page, needs }
  },
  dialogs,
  roles: ['admin', 'principal', 'hod', 'student'],
}
