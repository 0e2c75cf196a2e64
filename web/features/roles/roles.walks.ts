import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/roles': ['page=2', 'modal=edit&id=4'],
  },
  unformed: {
    'roles.assignToUser': ['user_id role_id', 'chosen in pickers without a form'],
    'roles.removeFromUser': ['user_id role_id', 'a button of the row'],
  },
}
