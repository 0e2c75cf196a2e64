import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { isAsked } from './asked.reads.ts'
import type { SurveyRecord } from './surveys.reads.ts'

/**
 * Whom a reminder goes to: those who are asked and have sent no response with their name. Of an anonymous survey, which
 * has none, these are all who are asked: whoever sees a student's mail is not told whether the student has answered.
 */
export async function listReminded(db: Db, survey: SurveyRecord): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select u.email from students s join users u on u.id = s.user_id
    where ${isAsked(survey)}
      and not exists (select from feedback_responses r where r.feedback_survey_id = ${survey.id} and r.student_id = s.id)
    order by s.id`.execute(db)
  return rows.map(({ email }) => email)
}
