import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/eligibility/documents',
  load: async () => {
    const { DocumentsPage: Page, needs } = await import('./DocumentsPage.tsx')
    return { Page, needs }
  },
  dialogs,
  roles: ['admin', 'principal', 'hod', 'student-affair'],
}
