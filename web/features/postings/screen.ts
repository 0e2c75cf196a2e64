import { STAFF_ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/postings',
  load: async () => {
    const { PostingsPage: Page, needs } = await import('./PostingsPage.tsx')
    return { Page, needs }
  },
  roles: STAFF_ROLES,
  dialogs,
  tile: { roles: STAFF_ROLES },
}
