import { outsider, renamed } from '../../testing/prepared-calls.ts'
import { SHARE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: { student: { shownTo: ['staff'], hiddenBeside: 'from students', texts: { staff: ['student'] } } },
  ids: { '/students': 'student', student_id: 'student', student_ids: 'student', held_back: 'student' },
  prepared: { 'PUT /students/:id': renamed, 'POST /students/:id/assign-group': outsider },
  filters: {
    '/students': {
      batch_id: 'student_batches.batch_id',
      department_id: 'most students are in some group of every department',
      status: SHARE,
      only: 'asked of the students at work, each with a look at the links or the account',
    },
  },
  goOn: ['/students/initial-passwords'],
  found: { path: '/students' },
  keptLists: { '/students': { table: 'students' } },
}
