import { sql } from 'kysely'
import { Assessment, type assessments } from '../../../shared/contract/assessments.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { RESULTS_EXPECTED_DAYS } from '../../../shared/limits.ts'
import { statesThat, studentSees } from '../../../shared/policies/assessments.ts'
import { allows } from '../../../shared/policies/policy.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { keptTotal } from '../../core/kept-counts.ts'
import { BY_KEPT_ROWS, listing } from '../../core/listing.ts'
import { studentOf, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import type { PackOf } from '../../documents/packs/part.ts'
import { isOwnGroup } from '../groups/reads.ts'

/**
 * True when the assessment is in one of the states that a policy allows. The words stand in the statement itself, for
 * the planner.
 */
export const isStateOf = (policy: Parameters<typeof statesThat>[0]) =>
  sql`assessments.status in (${sql.join(statesThat(policy).map((state) => sql.lit(state)))})`

type AssessmentFilter = Query<typeof assessments.list>

/** The words themselves: a partial index is known to hold them. */
const isUnmarked = sql<boolean>`assessments.status = 'active' and assessments.marked_count = 0
  and assessments.created_at < now() - make_interval(days => ${sql.lit(RESULTS_EXPECTED_DAYS)})`

/** The assessments that the caller is shown: the own department's; of a student's own active groups, those announced. */
function visible(db: Db, caller: Caller, filter: AssessmentFilter = {}) {
  let query = db.selectFrom('assessments').where(
    within(caller, {
      department: 'assessments.department_id',
      student: ({ id }) => sql`(${isOwnGroup('assessments.group_id', id)} and ${isStateOf(studentSees.assessment)})`,
    }),
  )
  for (const column of ['department_id', 'batch_id', 'group_id'] as const) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(`assessments.${column}`, '=', wanted)
  }
  if (filter.only) query = query.where(caller.may('results:write') ? isUnmarked : sql<boolean>`false`)
  return filter.status === undefined ? query : query.where('assessments.status', '=', filter.status)
}

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('departments', 'departments.id', 'assessments.department_id')
    .innerJoin('batches', 'batches.id', 'assessments.batch_id')
    .innerJoin('groups', 'groups.id', 'assessments.group_id')
    .select([
      ...columnsOf('assessments', Assessment, 'department', 'batch', 'group'),
      'departments.name as department_name',
      'batches.name as batch_name',
      'groups.name as group_name',
    ])

type AssessmentRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

/** A student is not told how many others have marks or were absent, nor by what it is marked before it is. */
const withRefs = (
  { department_name, batch_name, group_name, marked_count, absent_count, criteria_count, ...row }: AssessmentRow,
  caller: Caller,
): Assessment => ({
  ...row,
  criteria: studentOf(caller) && !allows(studentSees.result, row.status) ? null : row.criteria,
  department: { id: row.department_id, name: department_name },
  batch: { id: row.batch_id, name: batch_name },
  group: { id: row.group_id, name: group_name },
  marked_count: studentOf(caller) ? null : marked_count,
  absent_count: studentOf(caller) ? null : absent_count,
  criteria_count: studentOf(caller) ? null : criteria_count,
})

/** Assessments, newest first. A group that the caller does not see has none. */
export const {
  page: listAssessments,
  find: findAssessment,
  read: readAssessment,
  byIds: readAssessmentsByIds,
  lock: lockAssessment,
  lockIfThere: lockAssessmentIfThere,
  lockByIds: lockAssessments,
} = listing({
  table: 'assessments',
  noun: 'Assessment',
  kept: visible,
  details: withDetails,
  order: (query, filter) => query.orderBy('assessments.id', filter?.only ? 'asc' : 'desc'),
  row: withRefs,
  total: (caller, { only, department_id, batch_id, group_id, status }) =>
    only
      ? BY_KEPT_ROWS
      : keptTotal('assessment_counts', ['assessments'], caller, { department_id, batch_id, group_id, status }),
})

interface PackedAssessment {
  id: number
  name: string
  group_id: number
  group_name: string
  department_id: number
  department_name: string
}

/** Returns the assessments of a batch with results, made in the time of a pack: an assessment has no day of its own. */
export async function listPacked(db: Db, caller: Caller, { batch, from, to }: PackOf): Promise<PackedAssessment[]> {
  const { rows } = await sql<PackedAssessment>`
    select assessments.id, assessments.name, groups.id as group_id, groups.name as group_name,
      departments.id as department_id, departments.name as department_name
    from assessments join groups on groups.id = assessments.group_id
    join departments on departments.id = assessments.department_id
    where assessments.batch_id = ${batch.id} and ${isStateOf(studentSees.result)}
      and (assessments.created_at at time zone ${caller.zone})::date between ${from} and ${to}
      and ${within(caller, { department: 'assessments.department_id' })}
    order by departments.name, departments.id, groups.name, groups.id, assessments.id`.execute(db)
  return rows
}

/** Returns the number of an assessment's results and the highest marks given. */
export const resultFacts = (db: Db, assessmentId: number) =>
  db
    .selectFrom('assessment_results')
    .select([sql<number>`count(*)`.as('count'), (eb) => eb.fn.max('marks').as('highest')])
    .where('assessment_id', '=', assessmentId)
    .executeTakeFirstOrThrow()
