import { ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/logbook',
  load: async () => {
    const { LogbookPage: Page, needs } = await import('./LogbookPage.tsx')
    return { Page, needs }
  },
  dialogs,
  roles: ROLES,
  remembers: { names: { department: 'of_department', batch: 'batch_id', group: 'group_id' } },
  tile: { roles: ROLES },
}
