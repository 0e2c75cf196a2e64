import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AssessmentResult, type assessmentResults } from '../../../shared/contract/assessment-results.ts'
import type { Assessment, AssessmentRosterRow } from '../../../shared/contract/assessments.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { studentSees } from '../../../shared/policies/assessments.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { keptTotal } from '../../core/kept-counts.ts'
import { listing } from '../../core/listing.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { studentOf, within } from '../../core/scope.ts'
import type { Db, Tx } from '../../db/types.ts'
import { isStateOf } from './reads.ts'
import type { StoredResult } from './rules.ts'

export interface ResultFilter extends Query<typeof assessmentResults.list> {
  /** Keeps the results, with marks or absent, that were given, changed or told after this instant, the newest first. */
  newSince?: string
}

/** Returns the only students whose results are listed, none for everybody's: a student sees the own. */
const studentsOf = (caller: Caller, { student_id }: ResultFilter): number[] =>
  [student_id, studentOf(caller)?.id].filter((id) => id !== undefined)

/**
 * Keeps the assessments of the filter that the caller may see: a department's people those of their own, a student
 * those that are evaluated.
 */
function assessmentsOf(caller: Caller, { assessment_id: id, group_id }: ResultFilter): RawBuilder<SqlBool> {
  const wanted = Object.entries({ id, group_id }).filter(([, value]) => value !== undefined)
  const conditions = wanted.map(([column, value]) => sql`${sql.ref(`assessments.${column}`)} = ${value}`)
  const shown = within(caller, {
    department: 'assessments.department_id',
    student: () => sql`${isStateOf(studentSees.result)}`,
  })
  return sql<SqlBool>`${sql.join([shown, ...conditions], sql` and `)}`
}

function visible(db: Db, caller: Caller, filter: ResultFilter = {}) {
  let query = db
    .selectFrom('assessment_results')
    .innerJoin('assessments', 'assessments.id', 'assessment_results.assessment_id')
    .where(assessmentsOf(caller, filter))
  for (const id of studentsOf(caller, filter)) query = query.where('assessment_results.student_id', '=', id)
  if (filter.newSince)
    query = query.where(isGiven('assessment_results')).where(sql<boolean>`${toldAt} > ${filter.newSince}`)
  return filter.status === undefined ? query : query.where('assessment_results.status', '=', filter.status)
}

/** True for a result that says something of the student: marks, or an absence. */
const isGiven = (results: string) =>
  sql<boolean>`(${sql.ref(`${results}.marks`)} is not null or ${sql.ref(`${results}.status`)} = 'absent')`

/** Since when a result is as its student is told: the assessment may have been evaluated after it was given. */
const toldAt = sql<string>`greatest(assessment_results.updated_at, assessments.updated_at)`

const RESULT_COLUMNS = columnsOf('assessment_results', AssessmentResult, 'student', 'assessment')

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('departments', 'departments.id', 'assessments.department_id')
    .innerJoin('students', 'students.id', 'assessment_results.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      ...RESULT_COLUMNS,
      'students.roll_no',
      'students.status as student_status',
      'users.name as student_name',
      'assessments.name',
      'assessments.type',
      'assessments.weightage',
      'assessments.total_marks',
      'assessments.criteria',
      'assessments.passing_marks',
      'assessments.status as assessment_status',
      'assessments.department_id',
      'departments.name as department_name',
    ])

type ResultRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = (row: ResultRow): AssessmentResult => ({
  id: row.id,
  assessment_id: row.assessment_id,
  student_id: row.student_id,
  marks: row.marks,
  criteria_marks: row.criteria_marks,
  remarks: row.remarks,
  status: row.status,
  student: { id: row.student_id, name: row.student_name, roll_no: row.roll_no, status: row.student_status },
  assessment: {
    id: row.assessment_id,
    name: row.name,
    type: row.type,
    weightage: row.weightage,
    total_marks: row.total_marks,
    criteria: row.criteria,
    passing_marks: row.passing_marks,
    status: row.assessment_status,
    department: { id: row.department_id, name: row.department_name },
  },
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** The number of results in a status, of how many there are and how many of them are absences. */
const inStatus = (status: ResultFilter['status'], all: RawBuilder<number>, absent: RawBuilder<number>) => {
  if (status === undefined) return all
  return status === 'absent' ? absent : sql<number>`${all} - ${absent}`
}

/** As it is kept with the assessment, or by group; those of one student are few and counted one by one. */
function totalOf(caller: Caller, filter: ResultFilter): RawBuilder<number> | undefined {
  if (studentsOf(caller, filter).length > 0) return undefined
  const { status, assessment_id, group_id } = filter
  const kept = (column: 'results' | 'absent') => keptTotal('assessment_counts', [column], caller, { group_id })
  if (assessment_id === undefined) return inStatus(status, kept('results'), kept('absent'))
  const sum = inStatus(status, sql`sum(result_count)`, sql`sum(absent_count)`)
  return sql<number>`(select coalesce(${sum}, 0) from assessments where ${assessmentsOf(caller, filter)})`
}

/** Results, the newest assessment first; those of one assessment by roll number. */
export const {
  page: listResults,
  all: listAllResults,
  find: findResult,
  read: readResult,
  byIds: readResultsByIds,
} = listing({
  table: 'assessment_results',
  noun: 'Assessment result',
  kept: visible,
  details: withDetails,
  order: (query, filter) =>
    filter?.assessment_id === undefined
      ? (filter?.newSince ? query.orderBy(toldAt, 'desc') : query)
          .orderBy('assessments.id', 'desc')
          .orderBy('assessment_results.student_id')
      : query.orderBy('students.roll_no').orderBy('assessment_results.student_id'),
  row: withRefs,
  total: totalOf,
})

export type Place = Pick<Assessment, 'id' | 'group_id'>

/** The members of an assessment's group, with those who have a result in it from before they left. */
export const selectRoster = (db: Db, { id, group_id }: Place) =>
  db
    .selectFrom('students')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('student_groups as link', (join) =>
      join
        .onRef('link.student_id', '=', 'students.id')
        .on('link.group_id', '=', group_id)
        .on('link.status', '=', 'active'),
    )
    .leftJoin('assessment_results', (join) =>
      join.onRef('assessment_results.student_id', '=', 'students.id').on('assessment_results.assessment_id', '=', id),
    )
    .select([
      ...RESULT_COLUMNS,
      'students.id as of_student',
      'students.roll_no',
      'students.status as student_status',
      'users.name as student_name',
      sql<boolean>`link.id is not null and students.status = 'active'`.as('is_marked'),
    ])
    .where(
      'students.id',
      'in',
      db
        .selectFrom('student_groups as member')
        .select('member.student_id')
        .where('member.group_id', '=', group_id)
        .where('member.status', '=', 'active')
        .union(
          db.selectFrom('assessment_results as given').select('given.student_id').where('given.assessment_id', '=', id),
        ),
    )

/**
 * Lists the students of an assessment by roll number. A student who is not an active member of its group is shown, but can't
 * be marked.
 */
export async function listRoster(db: Db, assessment: Assessment, page: Paging): Promise<Listed<AssessmentRosterRow>> {
  const { id, name, type, weightage, total_marks, criteria, passing_marks, status, department } = assessment
  const of = { id, name, type, weightage, total_marks, criteria, passing_marks, status, department }
  const query = selectRoster(db, assessment).orderBy('students.roll_no').orderBy('students.id')
  const listed = await readPage(query, page)
  const rows = listed.data.map(({ of_student, is_marked, roll_no, student_status, student_name, ...row }) => {
    const student = { id: of_student, name: student_name, roll_no, status: student_status }
    const result = row.id === null ? null : ({ ...row, student, assessment: of } as AssessmentResult)
    return { student, is_marked, result }
  })
  return { ...listed, data: rows }
}

/** A student in an assessment, as a key. */
export const pairOf = ({ assessment_id, student_id }: Pick<AssessmentResult, 'assessment_id' | 'student_id'>) =>
  `${assessment_id} ${student_id}`

/** Returns the stored results of these students in these assessments, by `pairOf`. */
export async function readStored(
  tx: Db,
  assessmentIds: readonly number[],
  studentIds: readonly number[],
): Promise<Map<string, StoredResult>> {
  const rows = await tx
    .selectFrom('assessment_results')
    .select(['id', 'assessment_id', 'student_id', 'marks', 'criteria_marks', 'remarks', 'status', 'updated_at'])
    .where(sql<SqlBool>`assessment_id = any(${[...assessmentIds]})`)
    .where(sql<SqlBool>`student_id = any(${[...studentIds]})`)
    .execute()
  return new Map(rows.map((row) => [pairOf(row), row]))
}

/** Returns those of these assessments in which every active student of the group has marks, or was absent. */
export async function readComplete(tx: Tx, assessmentIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from assessments where id = any(${[...assessmentIds]}) and not exists (
      select from student_groups link join students on students.id = link.student_id
      where link.group_id = assessments.group_id and link.status = 'active' and students.status = 'active'
        and not exists (select from assessment_results given where given.assessment_id = assessments.id
          and given.student_id = students.id and ${isGiven('given')}))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
