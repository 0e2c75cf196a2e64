import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  unformed: {
    'verifiedDocuments.issue': ['student_id', 'the student on whose page it is'],
  },
}
