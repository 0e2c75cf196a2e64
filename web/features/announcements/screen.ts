import { ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/announcements',
  load: async () => {
    const { AnnouncementsPage: Page, needs } = await import('./AnnouncementsPage.tsx')
    return { Page, needs }
  },
  tile: { roles: ROLES },
}
