import { STAFF_ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/designations',
  load: async () => {
    const { DesignationsPage: Page, needs } = await import('./DesignationsPage.tsx')
    return { Page, needs }
  },
  roles: STAFF_ROLES,
}
