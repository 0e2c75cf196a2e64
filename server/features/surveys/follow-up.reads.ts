import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { isAsked } from './asked.reads.ts'
import type { SurveyRecord } from './reads.ts'

/**
 * Lists the people whom a reminder goes to: those who are asked, have an email and have sent no response with their name. In an
 * anonymous survey, which has no names, it goes to all who are asked: a student's mail must not tell whether the
 * student has answered.
 */
export async function listReminded(db: Db, survey: SurveyRecord): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select s.user_id from students s
    where ${isAsked(survey)}
      and exists (select from users where users.id = s.user_id and users.email is not null)
      and not exists (select from feedback_responses r where r.feedback_survey_id = ${survey.id} and r.student_id = s.id)
    order by s.id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Returns what a reminder says and where it goes; undefined when the survey is over, or the student has answered with a
 * name.
 */
export const findReminded = (db: Db, surveyId: number, userId: number, today: string) =>
  db
    .selectFrom('feedback_surveys')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select(['feedback_surveys.id', 'title', 'end_date', 'is_anonymous', 'users.email'])
    .where('feedback_surveys.id', '=', surveyId)
    .where('feedback_surveys.status', '=', 'active')
    .where(sql<SqlBool>`coalesce(feedback_surveys.end_date >= ${today}, true)`)
    .where(
      sql<SqlBool>`not exists (select from feedback_responses r join students s on s.id = r.student_id
        where r.feedback_survey_id = feedback_surveys.id and s.user_id = users.id)`,
    )
    .executeTakeFirst()
