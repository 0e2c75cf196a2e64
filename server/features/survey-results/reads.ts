import { sql } from 'kysely'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { feedbackResults, SurveyResults, TextAnswer } from '../../../shared/contract/feedback/results.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { questionTypes } from '../../../shared/feedback/question-types.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'
import { isEnough } from '../responses/anonymous.reads.ts'
import { isAsked, isIn } from '../surveys/asked.reads.ts'
import { countParticipants, type SurveyRecord } from '../surveys/reads.ts'
import { type Part, rateOf, resultOf, type Tally, thresholdOf } from './rules.ts'

/** The responses that results are of: of an anonymous survey none before it has ended. */
export const responses = (survey: SurveyRecord, part: Part) =>
  survey.is_anonymous
    ? sql`feedback_anonymous_responses r where r.feedback_survey_id = ${survey.id} and ${survey.is_shown}`
    : sql`feedback_responses r where r.feedback_survey_id = ${survey.id} and ${isIn(sql`r.student_id`, survey, part)}`

/**
 * Counts the students that a survey asks, or has asked, and those who have answered. For an anonymous survey the first
 * count takes no notice of who answered: it would tell of a student who is taken out of a group.
 */
function countedStudents(survey: SurveyRecord, part: Part) {
  const responded = survey.is_anonymous
    ? countParticipants(sql`${survey.id}`)
    : sql`(select count(distinct r.student_id) from ${responses(survey, part)})`
  return sql`select ${survey.id}::int as id, ${responded}::int as responded, (
    select count(*) from students s where ${isAsked(survey)} and ${isIn(sql`s.id`, survey, part)})::int as asked`
}

interface StudentCounts {
  id: number
  asked: number
  responded: number
}

async function countStudents(db: Db, survey: SurveyRecord, part: Part): Promise<StudentCounts> {
  const { rows } = await sql<StudentCounts>`${countedStudents(survey, part)}`.execute(db)
  return rows[0] ?? { id: survey.id, asked: 0, responded: 0 }
}

/** Counts the students of several surveys as a whole, by their ids. */
export async function countStudentsOf(db: Db, surveys: readonly SurveyRecord[]): Promise<Map<number, StudentCounts>> {
  if (surveys.length === 0) return new Map()
  const counted = sql.join(
    surveys.map((survey) => countedStudents(survey, {})),
    sql` union all `,
  )
  const { rows } = await sql<StudentCounts>`${counted}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Counts the answers to each of these questions, and the responses: in one statement, so that a response that is
 * counted meanwhile is in both or in neither. Texts are only counted.
 */
async function tallyAnswers(db: Db, survey: SurveyRecord, questions: readonly SurveyQuestion[], part: Part) {
  const ids = questions.map(({ id }) => `${id}`)
  const areTexts = questions.map(({ question_type }) => questionTypes[question_type].picture === 'texts')
  const { rows } = await sql<Tally & { question_id: string | null }>`
    select given.question_id, piece.answer, count(*) as count, count(*) filter (where piece.nth = 1) as firsts
    from (
      select q.id as question_id, case when q.is_text then '[null]'::jsonb
        when jsonb_typeof(a.value) = 'array' then a.value else jsonb_build_array(a.value) end as pieces
      from (select r.answers from ${responses(survey, part)}) as response
      cross join lateral jsonb_each(response.answers) as a
      join unnest(${ids}::text[], ${areTexts}::boolean[]) as q (id, is_text) on q.id = a.key
    ) as given
    cross join lateral jsonb_array_elements_text(given.pieces) with ordinality as piece (answer, nth)
    group by given.question_id, piece.answer
    union all
    select null, null, count(*), 0 from ${responses(survey, part)}`.execute(db)
  const byQuestion = Map.groupBy(rows, (row) => row.question_id)
  return {
    counted: byQuestion.get(null)?.[0]?.count ?? 0,
    talliesOf: ({ id }: SurveyQuestion): Tally[] => byQuestion.get(`${id}`) ?? [],
  }
}

/** The results of a survey with these questions. */
export async function readResults(
  db: Db,
  survey: SurveyRecord,
  questions: readonly SurveyQuestion[],
  part: Part,
): Promise<SurveyResults> {
  const { asked, responded } = await countStudents(db, survey, part)
  const { counted, talliesOf } = await tallyAnswers(db, survey, questions, part)
  const { results_from, notice } = thresholdOf(survey, counted)
  return {
    feedback_survey_id: survey.id,
    title: survey.title,
    is_anonymous: survey.is_anonymous,
    asked,
    responded,
    response_rate: rateOf(responded, asked),
    counted,
    results_from,
    notice,
    questions: notice === null ? questions.map((question) => resultOf(question, talliesOf(question))) : [],
  }
}

type TextFilter = Pick<Query<typeof feedbackResults.texts>, 'q'> & Part & { questionId: number }

/** Lists texts by their random ids, and with nothing besides. */
async function listAnonymousTexts(db: Db, survey: SurveyRecord, { questionId, q }: TextFilter, paging: Paging) {
  const counted = db
    .selectFrom('feedback_anonymous_responses as r')
    .where('r.feedback_survey_id', '=', survey.id)
    .where(sql.lit(survey.is_shown))
    .where(isEnough(sql`${survey.id}`))
    .select(['r.id', sql<string>`r.answers ->> ${`${questionId}`}`.as('answer')])
  const given = db.selectFrom(counted.as('given')).select('given.answer').where('given.answer', 'is not', null)
  const found = q ? given.where(contains(q, ['given.answer'])) : given
  const { data, meta } = await readPage(found.orderBy('given.id'), paging)
  return { data: data.map(({ answer }) => ({ answer, student: null, submitted_at: null })), meta }
}

/** The newest first, each with its author. */
async function listNamedTexts(db: Db, survey: SurveyRecord, { questionId, q, ...part }: TextFilter, paging: Paging) {
  const all = db
    .selectFrom('feedback_responses as r')
    .where('r.feedback_survey_id', '=', survey.id)
    .where(isIn(sql`r.student_id`, survey, part))
    .select(['r.id', 'r.student_id', 'r.submitted_at', sql<string>`r.answers ->> ${`${questionId}`}`.as('answer')])
  const given = db.selectFrom(all.as('given')).where('given.answer', 'is not', null)
  const found = q ? given.where(contains(q, ['given.answer'])) : given
  const { data, meta } = await readPage(
    found
      .innerJoin('students as s', 's.id', 'given.student_id')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['given.answer', 'given.submitted_at', 's.id as student_id', 'u.name', 's.roll_no', 's.status'])
      .orderBy('given.id', 'desc'),
    paging,
    sql<number>`(${found.select(sql`count(*)`.as('count'))})`,
  )
  return {
    data: data.map(({ answer, submitted_at, student_id, name, roll_no, status }) => ({
      answer,
      student: { id: student_id, name, roll_no, status },
      submitted_at,
    })),
    meta,
  }
}

/** Lists the texts written to one question of a survey. */
export const listTexts = (
  db: Db,
  survey: SurveyRecord,
  asked: TextFilter,
  paging: Paging,
): Promise<Listed<TextAnswer>> =>
  survey.is_anonymous ? listAnonymousTexts(db, survey, asked, paging) : listNamedTexts(db, survey, asked, paging)
