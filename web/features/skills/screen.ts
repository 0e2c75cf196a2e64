import { STAFF_ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/skills',
  load: async () => {
    const { SkillsPage: Page, needs } = await import('./SkillsPage.tsx')
    return { Page, needs }
  },
  dialogs,
  tile: { roles: STAFF_ROLES },
}
