import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: { user: { hiddenBeside: 'from students', texts: { staff: ['teacher'], student: ['teacher'] } } },
  ids: { '/users': 'user', user_id: 'user', actor_id: 'user' },
  filters: { '/users': { role_id: 'user_roles.role_id', id: 'users.id' } },
  goOn: ['/users/:id/initial-password'],
}
