import { ROLES } from '../../../shared/permissions.ts'
import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/logbook': ['', 'tab=signed&page=2', 'tab=entries&status=signed&department_id=4', 'modal=view&id=4', 'modal=log'],
  },
  tiles: { Logbook: ROLES },
}
