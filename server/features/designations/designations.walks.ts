import { renamed } from '../../testing/prepared-calls.ts'
import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    designation: { shownTo: ['staff', 'student'], texts: { staff: ['designation'], student: ['designation'] } },
  },
  ids: { '/designations': 'designation', designation_id: 'designation' },
  prepared: { 'PUT /designations/:id': renamed },
  keptLists: { '/designations': { table: 'designations' } },
}
