import { draftSurvey, openSurvey } from '../../testing/prepared-calls.ts'
import type { Walks } from '../../testing/walks.ts'

const filters = {
  department_id: 'feedback_surveys.department_id',
  batch_id: 'feedback_surveys.batch_id',
  group_id: 'feedback_surveys.group_id',
  status: 'feedback_surveys.status',
  response: 'asked of the few that a student is shown',
}

export const walks: Walks = {
  kinds: {
    survey: {
      make: ({ make, ids, tell, survey }) =>
        make.survey({
          title: tell('survey'),
          description: tell('survey description'),
          status: survey ?? 'active',
          department_id: ids.department,
          batch_id: ids.batch,
          group_id: ids.group,
          created_by: ids.user,
        }),
      hiddenBeside: 'from students',
    },
    question: {
      make: async ({ make, tell, idOf }) =>
        make.question(await idOf('survey'), {
          title: tell('question'),
          question_text: tell('asked'),
          help_text: tell('help'),
        }),
      hiddenBeside: 'from students',
    },
  },
  ids: {
    '/feedback-surveys': 'survey',
    '/feedback-questions': 'question',
    survey_id: 'survey',
    feedback_survey_id: 'survey',
    question_id: 'question',
    question_ids: 'question',
    feedback_question_id: 'question',
  },
  prepared: {
    'PATCH /feedback-surveys/:id/activate': draftSurvey,
    'PUT /feedback-surveys/:id/changes': async ({ at, own }) => ({
      ids: { survey: await at.make.survey({ status: 'closed', created_by: own.ids.user }) },
      body: { changes_text: 'More time' },
    }),
    'POST /feedback-surveys/:id/remind': openSurvey,
    'POST /feedback-questions': draftSurvey,
    'POST /feedback-questions/:id/duplicate': draftSurvey,
    'POST /feedback-questions/reorder/:survey_id': draftSurvey,
    'PUT /feedback-questions/:id': draftSurvey,
  },
  refusedBefore: {
    'POST /feedback-questions/reorder/:survey_id question_ids.[]':
      'other questions than the survey’s own are as those that were changed meanwhile',
  },
  filters: {
    '/feedback-surveys': filters,
    '/feedback-surveys/with-questions': filters,
    '/feedback-questions': {
      feedback_survey_id: 'feedback_questions.feedback_survey_id',
      type: 'feedback_questions.question_type',
    },
  },
  goOn: ['/feedback-questions/reorder/:survey_id'],
  found: { path: '/feedback-surveys' },
  keptLists: { '/feedback-surveys': { table: 'feedback_surveys' } },
}
