import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SurveyChanges, surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { FeedbackSurvey, type feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { QuestionDefinition } from '../../../shared/feedback/question-types.ts'
import { RESULTS_FROM, standingOf } from '../../../shared/policies/feedback.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { studentOf, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'
import { isOwnGroup } from '../groups/reads.ts'
import { neighboursOf } from '../responses/rules.ts'

/**
 * The filter of a list of surveys; `isOpen` keeps those that can be answered today, `lastsUntil` those that end by this
 * day. The order `ending` puts first those that end first.
 */
type SurveyFilter = Query<typeof feedbackSurveys.list> & { isOpen?: true; lastsUntil?: string; order?: 'ending' }

interface Student {
  id: number
  batchId: number | null
}

/** True when a survey asks the student: by its group, else its batch, else its department, else everybody. */
const asks = ({ id, batchId }: Student) => sql<SqlBool>`(case
  when feedback_surveys.group_id is not null then ${isOwnGroup('feedback_surveys.group_id', id)}
  when feedback_surveys.batch_id is not null then feedback_surveys.batch_id = ${batchId}
  when feedback_surveys.department_id is not null then feedback_surveys.department_id = any(array(
    select department_id from student_groups where student_id = ${id} and status = 'active'))
  else true end)`

/** True when the survey asked the student when it ended. */
const hasAsked = (studentId: number, ended: RawBuilder<unknown>) => {
  const during = sql`l.student_id = ${studentId} and l.created_at <= ${ended} and coalesce(l.ended_at > ${ended}, true)`
  return sql<SqlBool>`(case
    when feedback_surveys.group_id is not null then exists (select from student_groups l
      where l.group_id = feedback_surveys.group_id and ${during})
    when feedback_surveys.batch_id is not null then exists (select from student_batches l
      where l.batch_id = feedback_surveys.batch_id and ${during})
    when feedback_surveys.department_id is not null then exists (select from student_groups l
      where l.department_id = feedback_surveys.department_id and ${during})
    else exists (select from students l where l.id = ${studentId} and l.created_at <= ${ended}) end)`
}

const today = ({ zone }: Caller) => sql<string>`(now() at time zone ${zone})::date`

const hasBegun = (caller: Caller) => sql<SqlBool>`coalesce(feedback_surveys.start_date <= ${today(caller)}, true)`

const isOpen = (caller: Caller) => sql<SqlBool>`(feedback_surveys.status = 'active' and ${hasBegun(caller)}
  and coalesce(feedback_surveys.end_date >= ${today(caller)}, true))`

/**
 * The time when a survey was closed or its last day was over; null while neither is. A survey whose last day was over
 * when it was made has ended then.
 */
const endedAt = ({ zone }: Caller) => sql<string | null>`(case
  when feedback_surveys.status = 'closed' or (feedback_surveys.end_date + 1)::timestamp at time zone ${zone} <= now()
  then greatest(feedback_surveys.created_at, least(feedback_surveys.closed_at,
    (feedback_surveys.end_date + 1)::timestamp at time zone ${zone})) end)`

/**
 * True when any response of a survey keeps this condition: in an anonymous survey it is put to the participants, `p`,
 * and in others to the responses themselves, `r`. Each is looked up by its survey; with `exists` the database may
 * rather read the responses of all of them.
 */
const isAnswered = (participants: RawBuilder<unknown>, responses: RawBuilder<unknown>) =>
  sql<boolean>`(case when feedback_surveys.is_anonymous
    then (select true from feedback_participants p
      where p.feedback_survey_id = feedback_surveys.id and ${participants} limit 1)
    else (select true from feedback_responses r
      where r.feedback_survey_id = feedback_surveys.id and ${responses} limit 1) end) is not null`

function hasResponded(caller: Caller): RawBuilder<boolean> {
  const student = studentOf(caller)
  return student
    ? isAnswered(
        sql`p.neighbours = ${neighboursOf(student.id)} and ${student.id} = any(p.student_ids)`,
        sql`r.student_id = ${student.id}`,
      )
    : sql<boolean>`false`
}

const hasResponses = isAnswered(sql`true`, sql`true`)

export const countParticipants = (surveyId: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(cardinality(p.student_ids)), 0)::int from feedback_participants p
    where p.feedback_survey_id = ${surveyId})`

/** Tells whether an anonymous survey has ended with results. They cover all its responses: none can come any more. */
const staysEnded = (caller: Caller) => sql<boolean>`(feedback_surveys.is_anonymous and (feedback_surveys.is_shown
  or (${endedAt(caller)} is not null and ${countParticipants(sql`feedback_surveys.id`)} >= ${RESULTS_FROM})))`

/**
 * Staff of a department are shown its surveys. A student is shown those that ask the student and have begun: of one that
 * has expired or is closed a screen says so. Lists have for a student only those to answer.
 */
function visible(db: Db, caller: Caller, filter?: SurveyFilter) {
  let query = db.selectFrom('feedback_surveys').where(
    within(caller, {
      department: 'feedback_surveys.department_id',
      student: (student) =>
        sql`(feedback_surveys.status in ('active', 'closed') and ${hasBegun(caller)} and ${asks(student)})`,
    }),
  )
  if (!filter) return query
  if (filter.isOpen || studentOf(caller)) query = query.where(isOpen(caller))
  for (const column of ['department_id', 'batch_id', 'group_id', 'status'] as const) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(`feedback_surveys.${column}`, '=', wanted)
  }
  if (filter.lastsUntil) query = query.where('feedback_surveys.end_date', '<=', filter.lastsUntil)
  if (filter.response) query = query.where(sql<SqlBool>`(${hasResponded(caller)}) = ${filter.response === 'completed'}`)
  const { q } = filter
  return q ? query.where(contains(q, ['feedback_surveys.title_folded', 'feedback_surveys.description'])) : query
}

const withDetails = (kept: ReturnType<typeof visible>, caller: Caller) =>
  kept
    .leftJoin('departments', 'departments.id', 'feedback_surveys.department_id')
    .leftJoin('batches', 'batches.id', 'feedback_surveys.batch_id')
    .leftJoin('groups', 'groups.id', 'feedback_surveys.group_id')
    .select([
      ...columnsOf(
        'feedback_surveys',
        FeedbackSurvey,
        'department_name',
        'batch_name',
        'group_name',
        'standing',
        'question_count',
        'has_responded',
        'has_responses',
        'stays_ended',
      ),
      'departments.name as department_name',
      'batches.name as batch_name',
      'groups.name as group_name',
      'feedback_surveys.is_shown',
      sql<number>`(select count(*) from feedback_questions q where q.feedback_survey_id = feedback_surveys.id)`.as(
        'question_count',
      ),
      hasResponded(caller).as('has_responded'),
      hasResponses.as('has_responses'),
      staysEnded(caller).as('stays_ended'),
      sql<string>`${today(caller)}::text`.as('today'),
      endedAt(caller).as('ended_at'),
    ])

type SurveyRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

/** A survey as it is read: the time at which it ended decides whom it asked. */
export interface SurveyRecord extends FeedbackSurvey {
  /** Null while it has not. */
  ended_at: string | null
  /** Tells whether the responses of an anonymous survey are opened. */
  is_shown: boolean
}

/** A student is told neither who asks nor whether others have answered. */
const asShown = ({ today, ...row }: SurveyRow, caller: Caller): SurveyRecord => ({
  ...row,
  standing: standingOf(row, today),
  ...(studentOf(caller) ? { has_responses: null, stays_ended: null, created_by: null, reminded_at: null } : {}),
})

/** Surveys, newest first. While one is locked, nobody can answer it: a response refers to its survey. */
export const {
  kept: keptSurveys,
  page: listSurveys,
  byIds: readSurveysByIds,
  find: findSurvey,
  read: readSurvey,
  lock: lockSurvey,
  lockIfThere: lockSurveyIfThere,
} = listing({
  table: 'feedback_surveys',
  noun: 'Survey',
  kept: visible,
  details: withDetails,
  order: (query, filter) =>
    (filter?.order ? query.orderBy(sql`feedback_surveys.end_date asc nulls last`) : query).orderBy(
      'feedback_surveys.id',
      'desc',
    ),
  row: asShown,
})

const asked = sql<(QuestionDefinition & { id: number })[]>`(
  select coalesce(json_agg(json_build_object('id', q.id, 'question_text', q.question_text, 'question_type', q.question_type,
    'options', q.options, 'is_required', q.is_required, 'validation_rules', q.validation_rules) order by q.position, q.id), '[]')
  from feedback_questions q where q.feedback_survey_id = feedback_surveys.id)`

/** Finds a survey with what its answers are checked by: the questions in their order. */
export async function findAskedSurvey(db: Db, caller: Caller, id: number) {
  const row = await withDetails(visible(db, caller), caller)
    .select(asked.as('questions'))
    .where('feedback_surveys.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { questions, ...survey } = row
  return { ...asShown(survey, caller), questions }
}

export type AskedSurvey = NonNullable<Awaited<ReturnType<typeof findAskedSurvey>>>

/**
 * Keeps the surveys whose changes the caller is told. Students are told nothing of a survey that is opened again until
 * it ends: its answers are not all there. Only those whom it asked are told: by now they may be in another group.
 */
function told(db: Db, caller: Caller, _filter?: Query<typeof surveyFollowUp.listChanges>) {
  const endedFor = ({ id }: Student) => sql<SqlBool>`(feedback_surveys.status in ('active', 'closed')
    and ${endedAt(caller)} is not null and ${hasAsked(id, endedAt(caller))})`
  return db
    .selectFrom('feedback_surveys')
    .where(within(caller, { department: 'feedback_surveys.department_id', student: endedFor }))
    .where('feedback_surveys.changes_at', 'is not', null)
}

/** Lists the changes made because of the surveys that the caller is shown, newest first. */
export const { page: listChanges } = listing({
  table: 'feedback_surveys',
  kept: told,
  details: (kept) =>
    kept.select([
      'feedback_surveys.id',
      'feedback_surveys.title',
      sql<string>`feedback_surveys.changes_text`.as('changes_text'),
      sql<string>`feedback_surveys.changes_at`.as('changes_at'),
    ]),
  order: (query) => query.orderBy('feedback_surveys.changes_at', 'desc').orderBy('feedback_surveys.id', 'desc'),
  row: (row): SurveyChanges => row,
})
