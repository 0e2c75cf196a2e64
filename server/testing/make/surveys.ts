import type { Db } from '../../db/types.ts'
import { accountMakers } from './accounts.ts'
import { add, type Fields, next } from './adding.ts'

export const surveyMakers = (db: Db) => ({
  /** An active one for every student unless a test says otherwise. */
  survey: async (fields: Fields<'feedback_surveys'> = {}) =>
    add(db, 'feedback_surveys', {
      title: `Survey ${next()}`,
      status: 'active',
      created_by: fields.created_by ?? (await accountMakers(db).user()),
      ...fields,
    }),

  /** The first of its survey unless a test says otherwise. */
  question: (surveyId: number, fields: Fields<'feedback_questions'> = {}) =>
    add(db, 'feedback_questions', {
      feedback_survey_id: surveyId,
      title: `Question ${next()}`,
      question_text: 'How was the teaching?',
      question_type: 'text',
      ...fields,
    }),

  /** For everybody unless a test says otherwise. */
  poolQuestion: async (fields: Fields<'feedback_pool_questions'> = {}) =>
    add(db, 'feedback_pool_questions', {
      title: `Question ${next()}`,
      question_text: 'How was the teaching?',
      question_type: 'text',
      created_by: fields.created_by ?? (await accountMakers(db).user()),
      ...fields,
    }),

  /** What a student has answered of a survey that is not anonymous: nothing, unless a test says otherwise. */
  response: (surveyId: number, studentId: number, fields: Fields<'feedback_responses'> = {}) =>
    add(db, 'feedback_responses', {
      feedback_survey_id: surveyId,
      student_id: studentId,
      answers: '{}',
      ...fields,
    }),

  /** What was answered in an anonymous survey, shown by its results unless a test says otherwise. */
  anonymousResponse: async (surveyId: number, answers: object = {}, is_counted = true) => {
    const made = await db
      .insertInto('feedback_anonymous_responses')
      .values({ feedback_survey_id: surveyId, answers: JSON.stringify(answers), is_counted })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  },

  /** Those who have answered an anonymous survey. */
  participants: (surveyId: number, studentIds: number[]) =>
    db
      .insertInto('feedback_participants')
      .values({ feedback_survey_id: surveyId, student_ids: studentIds.toSorted((one, other) => one - other) })
      .execute(),
})
