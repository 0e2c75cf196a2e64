import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import type { Part } from '../survey-results/rules.ts'
import type { SurveyRecord } from './reads.ts'

type SurveyEnd = Pick<SurveyRecord, 'ended_at'>
type Place = Pick<SurveyRecord, 'department_id' | 'batch_id' | 'group_id'>

/** Selects the students who were in a batch or in groups when a survey ended, or are in it now while it goes on. */
const members = (table: 'student_batches' | 'student_groups', of: RawBuilder<unknown>, { ended_at }: SurveyEnd) => {
  const during =
    ended_at === null
      ? sql`status = 'active'`
      : sql`created_at <= ${ended_at} and coalesce(ended_at > ${ended_at}, true)`
  return sql`(select student_id from ${sql.table(table)} where ${of} and ${during})`
}

const ofBatch = (id: number, survey: SurveyEnd) => members('student_batches', sql`batch_id = ${id}`, survey)
const ofGroup = (id: number, survey: SurveyEnd) => members('student_groups', sql`group_id = ${id}`, survey)
const ofDepartment = (id: number, survey: SurveyEnd) => members('student_groups', sql`department_id = ${id}`, survey)

const every = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<SqlBool>`(${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`})`

/** True when a student is in the part of a survey that is asked for. */
export const isIn = (student: RawBuilder<unknown>, survey: SurveyEnd, { department_id, batch_id, group_id }: Part) =>
  every([
    ...(department_id === undefined ? [] : [sql`${student} in ${ofDepartment(department_id, survey)}`]),
    ...(batch_id === undefined ? [] : [sql`${student} in ${ofBatch(batch_id, survey)}`]),
    ...(group_id === undefined ? [] : [sql`${student} in ${ofGroup(group_id, survey)}`]),
  ])

/** The status of the student `s` when a survey ended, which the trail tells of a student with another one since. */
const statusAt = (ended_at: string) => sql`coalesce((select a.changes -> 'status' ->> 0 from audit a
  where a.entity = 'student' and a.entity_id = s.id and a.at > ${ended_at} and a.changes -> 'status' ->> 0 is not null
  order by a.id limit 1), s.status)`

/** True when the student `s` may sign in, or could when the survey ended. */
const mayAnswer = ({ ended_at }: SurveyEnd) => {
  const status = ended_at === null ? sql`s.status` : statusAt(ended_at)
  return every([
    sql`${status} = any(${[...SIGN_IN_STATUSES]})`,
    ...(ended_at === null ? [] : [sql`s.created_at <= ${ended_at}`]),
  ])
}

function isOfPlace(survey: SurveyEnd & Place): RawBuilder<unknown> {
  const { group_id, batch_id, department_id } = survey
  if (group_id !== null) return sql`s.id in ${ofGroup(group_id, survey)}`
  if (batch_id !== null) return sql`s.id in ${ofBatch(batch_id, survey)}`
  return department_id === null ? sql`true` : sql`s.id in ${ofDepartment(department_id, survey)}`
}

/**
 * True when a survey asks, or asked, the student `s`: by its group, else its batch, else its department, else
 * everybody.
 */
export const isAsked = (survey: SurveyEnd & Place) => every([isOfPlace(survey), mayAnswer(survey)])
