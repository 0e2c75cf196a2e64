import { STAFF_ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/assessment',
  load: async () => {
    const { AssessmentsPage: Page, needs } = await import('./AssessmentsPage.tsx')
    return { Page, needs }
  },
  dialogs,
  remembers: {
    names: { department: 'department_id', batch: 'batch_id', group: 'group_id' },
    tab: true,
    fetchedWith: ['batch', 'group'],
  },
  tile: { roles: STAFF_ROLES },
}
