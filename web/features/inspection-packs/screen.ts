import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/eligibility/packs',
  load: async () => {
    const { InspectionPacksPage: Page, needs } = await import('./InspectionPacksPage.tsx')
    return { Page, needs }
  },
  dialogs,
  roles: ['admin', 'principal'],
}
