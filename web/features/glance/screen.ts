import { ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/students/:studentId',
  load: async () => {
    const { StudentPage: Page, needs } = await import('./StudentPage.tsx')
    return { Page, needs }
  },
  dialogs,
  roles: ROLES,
}
