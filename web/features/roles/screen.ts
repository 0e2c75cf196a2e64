import { STAFF_ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/roles',
  load: async () => {
    const { RolesPage: Page, needs } = await import('./RolesPage.tsx')
    return { Page, needs }
  },
  roles: STAFF_ROLES,
}
