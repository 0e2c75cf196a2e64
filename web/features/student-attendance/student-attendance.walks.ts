import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/student-attendance': ['batch_id=4&student_id=4&page=2', 'tab=4&student_id=4&batch_id=4', 'department_id=4'],
  },
}
