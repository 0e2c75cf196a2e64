import { renamed } from '../../testing/prepared-calls.ts'
import { SHARE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  // Students are told by name who teaches, and whom a case may be given to.
  kinds: { staff: { shownTo: ['student'] } },
  ids: { '/staff': 'staff', staff_id: 'staff' },
  prepared: { 'PUT /staff/:id': renamed },
  filters: {
    '/staff': {
      department_id: 'staff.department_id',
      designation_id: 'staff.designation_id',
      status: SHARE,
      only: 'asked of the staff at work, each with a look at the account',
    },
  },
  found: { path: '/staff' },
  keptLists: { '/staff': { table: 'staff' } },
}
