import { STAFF_ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/staff',
  load: async () => {
    const { StaffPage: Page, needs } = await import('./StaffPage.tsx')
    return { Page, needs }
  },
  // The list as cards or as a table.
  remembers: { tab: true },
  tile: { roles: STAFF_ROLES },
}
