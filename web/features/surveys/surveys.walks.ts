import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/feedback': ['modal=add', 'q=a&status=draft&department_id=4&batch_id=4&page=2', 'status=none', 'modal=edit&id=4'],
  },
  found: { survey: ['search:surveys', '/feedback', '/student-feedback'] },
  unformed: {
    'feedbackQuestions.create': ['options validation_rules feedback_survey_id', 'as in the pool; the survey is open'],
    'feedbackQuestions.update': ['options validation_rules', 'OptionRows and RuleFields draw one field for each'],
    'feedbackQuestions.reorder': ['question_ids', 'questions are dragged'],
  },
}
