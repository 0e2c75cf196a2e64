import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/leaves': ['status=pending&department_id=4&page=2', 'modal=view&id=4', 'modal=add'],
  },
  unformed: {
    'leaves.decide': ['department_id', 'the row has it'],
  },
}
