import { draftSurvey } from '../../testing/prepared-calls.ts'
import type { Walks } from '../../testing/walks.ts'

const filters = {
  department_id: 'feedback_pool_questions.department_id',
  type: 'feedback_pool_questions.question_type',
}

export const walks: Walks = {
  kinds: {
    'pool-question': {
      make: ({ make, ids, tell }) =>
        make.poolQuestion({
          title: tell('question'),
          question_text: tell('asked'),
          help_text: tell('help'),
          department_id: ids.department,
          created_by: ids.user,
          is_public: false,
        }),
      hiddenBeside: 'from students',
    },
  },
  ids: { '/feedback-question-pools': 'pool-question', question_pool_id: 'pool-question' },
  prepared: { 'POST /feedback-question-pools/add-to-survey': draftSurvey },
  filters: {
    '/feedback-question-pools': filters,
    '/feedback-question-pools/search': filters,
    '/feedback-question-pools/public': filters,
    '/feedback-question-pools/most-used': filters,
    '/feedback-question-pools/recently-created': filters,
    '/feedback-question-pools/my-questions': filters,
  },
}
