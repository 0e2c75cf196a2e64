import { STAFF_ROLES } from '../../../shared/permissions.ts'
import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/attendance',
  load: async () => {
    const { AttendancePage: Page, needs } = await import('./AttendancePage.tsx')
    return { Page, needs }
  },
  dialogs,
  remembers: {
    names: { department: 'department_id', batch: 'batch_id', group: 'group_id' },
    fetchedWith: ['batch', 'group'],
  },
  tile: { roles: STAFF_ROLES },
}
