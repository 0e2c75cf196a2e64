import { renamed } from '../../testing/prepared-calls.ts'
import { SHARE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: { group: {} },
  ids: { '/groups': 'group', group_id: 'group', group_ids: 'group', groupId: 'group' },
  prepared: { 'PUT /groups/:id': renamed },
  filters: { '/groups': { batch_id: 'groups.batch_id', department_id: 'groups.department_id', status: SHARE } },
  found: { path: '/groups' },
  keptLists: { '/groups': { table: 'groups' } },
}
