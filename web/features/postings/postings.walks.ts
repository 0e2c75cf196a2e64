import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/postings': ['batch=4&department_id=4&from=2026-01-05', 'batch=4&modal=view&id=4', 'batch=4&modal=edit&id=4'],
  },
  unformed: { 'postings.preview': ['posting_id', 'the record over which the form is opened'] },
  tiles: { 'Rotation plan': ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair'] },
}
