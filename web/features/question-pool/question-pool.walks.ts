import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/feedback-questions': ['survey_id=4&q=a&type=text&page=2', 'modal=view&id=4', 'modal=edit&id=4', 'modal=add'],
  },
  unformed: {
    'feedbackPool.create': ['options validation_rules', 'OptionRows and RuleFields draw one field for each'],
    'feedbackPool.update': ['options validation_rules', 'OptionRows and RuleFields draw one field for each'],
    'feedbackPool.addToSurvey': ['survey_id question_pool_id order', 'questions are chosen in a list'],
  },
}
