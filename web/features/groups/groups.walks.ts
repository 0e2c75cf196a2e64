import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/groups': ['batch=4&department_id=4&q=a&page=2', 'batch=4&modal=view&id=4', 'batch=4&modal=students&id=4'],
  },
  found: { group: ['search:groups', '/groups'] },
  unformed: {
    'studentGroups.assign': ['group_id student_ids', 'the group is open; students are ticked'],
  },
}
