import { renamed } from '../../testing/prepared-calls.ts'
import { FEW, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    department: { shownTo: ['staff', 'student'], texts: { staff: ['department'], student: ['department'] } },
  },
  ids: { '/departments': 'department', department_id: 'department', department_ids: 'department' },
  prepared: { 'PUT /departments/:id': renamed },
  filters: { '/departments': { type: FEW, status: FEW } },
  keptLists: { '/departments': { table: 'departments' } },
}
