import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/student-feedback': ['status=completed&page=2', 'modal=view&id=4'],
    '/student-feedback-questions/:surveyId': [''],
  },
  unformed: {
    'feedbackResponses.create': [
      'feedback_survey_id student_id is_anonymous answers padding',
      'the form is made of the questions of the survey',
    ],
    'feedbackResponses.submit': [
      'feedback_survey_id student_id is_anonymous answers padding',
      'the form is made of the questions of the survey',
    ],
    'feedbackResponses.update': ['answers', 'the form is made of the questions of the survey'],
  },
}
