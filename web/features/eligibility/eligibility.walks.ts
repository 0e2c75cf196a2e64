import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/eligibility': [
      'batch_id=4&department_id=4&condition=attendance&verdict=at_risk&q=a&sort=roll&page=2',
      'batch_id=4&modal=view&id=4',
      'batch_id=4&day=2026-03-02&modal=view&id=4',
      'batch_id=4&modal=freeze&id=4',
      'batch_id=4&modal=exempt&id=4',
      'batch_id=4&modal=withdraw&id=4',
    ],
    '/eligibility/rules': ['page=2', 'modal=edit&id=4'],
    '/eligibility/lists': ['batch_id=4&department_id=4&page=2'],
    '/eligibility/lists/:listId': ['verdict=at_risk&q=a&sort=roll&page=2', 'with=5&kind=left', 'modal=withdraw'],
  },
  unformed: {
    'eligibilityLists.freeze': ['batch_id department_id', 'the dialog is of the list that the address shows'],
    'eligibilityExemptions.exempt': [
      'student_id condition department_id',
      'the form is of a student, and one field has condition and department',
    ],
  },
  tiles: { Eligibility: ['admin', 'principal', 'hod', 'student-affair', 'student'] },
}
