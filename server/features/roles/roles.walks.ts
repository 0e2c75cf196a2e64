import { renamed } from '../../testing/prepared-calls.ts'
import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: { role: { shownTo: ['staff'], texts: { staff: ['role'] } } },
  ids: { '/roles': 'role', role_id: 'role' },
  prepared: {
    'PUT /roles/:id': renamed,
    'POST /roles/remove-from-user': async ({ at, own }) => {
      await at.db.insertInto('user_roles').values({ user_id: own.ids.user, role_id: own.ids.role }).execute()
      return {}
    },
  },
  goOn: ['/roles/remove-from-user'],
}
