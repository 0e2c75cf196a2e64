import type { Screen } from '../../core/screens.ts'
import { frozenDialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/eligibility/lists/:listId',
  load: async () => {
    const { FrozenListPage: Page, needs } = await import('./FrozenListPage.tsx')
    return { Page, needs }
  },
  dialogs: frozenDialogs,
  roles: ['admin', 'principal', 'hod', 'student-affair'],
}
