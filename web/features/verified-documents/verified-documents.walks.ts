import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: { '/eligibility/documents': ['kind=logbook&state=withdrawn&q=a&page=2', 'modal=withdraw&id=4'] },
  unformed: {
    'verifiedDocuments.issue': ['student_id', 'the student on whose page it is'],
  },
}
