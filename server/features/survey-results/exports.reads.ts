import { sql } from 'kysely'
import type { Answer } from '../../../shared/feedback/question-types.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import type { SurveyRecord } from '../surveys/reads.ts'
import { responses } from './reads.ts'
import type { Part } from './rules.ts'

/** Question id → answer. */
type Answers = Readonly<Record<string, Answer>>

export interface NamedLine {
  student_id: number
  name: string
  roll_no: string | null
  submitted_at: string
  answers: Answers
}

/** The responses of a survey as they came, each with its student. */
export async function readNamedLines(db: Db, survey: SurveyRecord, part: Part): Promise<NamedLine[]> {
  const query = sql<NamedLine>`select given.student_id, u.name, s.roll_no, given.submitted_at, given.answers
    from (select r.id, r.student_id, r.submitted_at, r.answers from ${responses(survey, part)}) as given
    join students s on s.id = given.student_id join users u on u.id = s.user_id
    order by given.id`
  return patiently(db, async (reader) => (await query.execute(reader)).rows)
}

/** Returns the answers to an anonymous survey, by random ids, and nothing besides. */
export async function readAnonymousLines(db: Db, survey: SurveyRecord): Promise<{ answers: Answers }[]> {
  const query = sql<{ answers: Answers }>`select r.answers from ${responses(survey, {})} order by r.id`
  return patiently(db, async (reader) => (await query.execute(reader)).rows)
}

/** A text written to a question; in a survey with names also its author. */
export interface WrittenText {
  question_id: string
  answer: string
  name: string | null
}

/** The first texts of each of these questions, by the ids of the responses. */
export async function readFirstTexts(
  db: Db,
  survey: SurveyRecord,
  { part, questionIds, most }: { part: Part; questionIds: readonly number[]; most: number },
): Promise<WrittenText[]> {
  const student = survey.is_anonymous ? sql`null::integer` : sql`r.student_id`
  const { rows } = await sql<WrittenText>`select q.id as question_id, given.answer, u.name
    from unnest(${questionIds.map(String)}::text[]) with ordinality as q (id, nth)
    cross join lateral (
      select r.id, r.answers ->> q.id as answer, ${student} as student_id from ${responses(survey, part)}
        and r.answers ->> q.id is not null
      order by r.id limit ${most}
    ) as given
    left join students s on s.id = given.student_id left join users u on u.id = s.user_id
    order by q.nth, given.id`.execute(db)
  return rows
}
