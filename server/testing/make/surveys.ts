import { randomUUID } from 'node:crypto'
import type { Answer } from '../../../shared/feedback/question-types.ts'
import type { Db } from '../../db/types.ts'
import { neighboursOf } from '../../features/responses/rules.ts'
import { pack, seal, sizeOf } from '../../features/responses/sealing.rules.ts'
import type { FileStore } from '../../files/files.ts'
import { responsesKeyBeside } from '../../files/responses-key.ts'
import { accountMakers } from './accounts.ts'
import { add, type Fields, next } from './adding.ts'

export const surveyMakers = (db: Db, files?: FileStore) => ({
  /** An active one for every student unless a test says otherwise. */
  survey: async (fields: Fields<'feedback_surveys'> = {}) =>
    add(db, 'feedback_surveys', {
      title: `Survey ${next()}`,
      status: 'active',
      created_by: fields.created_by ?? (await accountMakers(db).user()),
      ...(fields.status === 'closed' ? { closed_at: new Date().toISOString() } : {}),
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

  /** Adds a student's response to a survey that is not anonymous: without answers, unless a test says otherwise. */
  response: (surveyId: number, studentId: number, fields: Fields<'feedback_responses'> = {}) =>
    add(db, 'feedback_responses', {
      feedback_survey_id: surveyId,
      student_id: studentId,
      answers: '{}',
      ...fields,
    }),

  /** Adds an opened response to an anonymous survey. The results have it once the survey is marked as shown. */
  anonymousResponse: async (surveyId: number, answers: object = {}) => {
    const made = await db
      .insertInto('feedback_anonymous_responses')
      .values({ feedback_survey_id: surveyId, answers: JSON.stringify(answers) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  },

  /** Adds an anonymous response that waits, sealed with the key of the store. */
  waitingResponse: async (surveyId: number, answers: Record<string, Answer> = {}) => {
    if (!files) throw new Error('there is no store for the key')
    const key = await responsesKeyBeside(files, db).open()
    const packed = pack(answers)
    const id = randomUUID()
    await db
      .insertInto('feedback_waiting_responses')
      .values({ feedback_survey_id: surveyId, id, sealed: seal(packed, sizeOf(packed, 4096), surveyId, key) })
      .execute()
    return id
  },

  /** Adds students who have answered an anonymous survey. */
  participants: async (surveyId: number, studentIds: number[]) => {
    const rows = Map.groupBy(
      studentIds.toSorted((one, other) => one - other),
      neighboursOf,
    )
    for (const [neighbours, student_ids] of rows)
      await db
        .insertInto('feedback_participants')
        .values({ feedback_survey_id: surveyId, neighbours, student_ids })
        .execute()
  },
})
