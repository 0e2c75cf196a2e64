import { PLACE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/assessment': [
      `${PLACE}&fetched=yes&status=pending`,
      `${PLACE}&fetched=yes&tab=assessments&status=inactive&page=2`,
      `${PLACE}&fetched=yes&page=2`,
      'department_id=4&only=unmarked',
      `${PLACE}&fetched=yes&modal=view&id=4`,
    ],
    '/my-results': [],
  },
  unformed: {
    'assessments.create': ['criteria', 'its rows have fields of their own'],
    'assessments.update': ['criteria', 'its rows have fields of their own'],
    'assessmentResults.create': [
      'assessment_id student_id marks criteria_marks remarks status submission_type results',
      'the grid of marks is typed in cells',
    ],
    'assessmentResults.update': ['marks criteria_marks remarks status', 'the grid of marks is typed in cells'],
  },
}
