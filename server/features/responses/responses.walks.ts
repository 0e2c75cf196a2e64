import { openSurvey } from '../../testing/prepared-calls.ts'
import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    response: {
      make: async ({ make, student, tell, idOf }) => {
        const answers = JSON.stringify({ [await idOf('question')]: tell('answer') })
        return make.response(await idOf('survey'), student.id, { answers })
      },
      hiddenBeside: 'from students',
    },
  },
  ids: { '/feedback-responses': 'response' },
  prepared: {
    'POST /feedback-responses': openSurvey,
    'POST /feedback-responses/submit': openSurvey,
    'PUT /feedback-responses/:id': ({ own }) => ({
      body: { answers: [{ feedback_question_id: own.ids.question, answer: 'Otherwise' }] },
    }),
  },
  filters: {
    '/feedback-responses': {
      feedback_survey_id: 'feedback_responses.feedback_survey_id',
      student_id: 'feedback_responses.student_id',
    },
  },
}
