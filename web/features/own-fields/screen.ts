import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/own-fields',
  load: async () => {
    const { OwnFieldsPage: Page, needs } = await import('./OwnFieldsPage.tsx')
    return { Page, needs }
  },
  dialogs,
  roles: ['admin'],
  tile: { roles: ['admin'] },
}
