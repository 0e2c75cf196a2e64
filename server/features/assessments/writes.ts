import type * as z from 'zod/mini'
import {
  type Assessment,
  type AssessmentChange,
  type AssessmentInput,
  assessmentProblems,
} from '../../../shared/contract/assessments.ts'
import { criteriaTotal } from '../../../shared/criteria.ts'
import { counted } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { criteriaColumns, criteriaTold, refuseOtherCriteria } from '../../core/criteria.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import { leaveTrail, trailOf } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findBatch } from '../batches/reads.ts'
import { departmentProblem } from '../departments/reads.ts'
import { findGroup } from '../groups/reads.ts'
import { inactiveText } from '../groups/rules.ts'
import { readAssessment, resultFacts } from './reads.ts'

const WRONG_GROUP = 'The group is not of this batch and department'
const wrongGroup = invalid({ group_id: [WRONG_GROUP] })

/** Refusals for races that slip past the checks. */
const refusals = {
  assessments_group_id_fkey: invalid({ group_id: ['Group does not exist'] }),
  assessments_group_id_department_id_fkey: wrongGroup,
  assessments_group_id_batch_id_fkey: wrongGroup,
}

/** Names in the place of ids. */
const trail = trailOf(
  'assessment',
  [
    'department',
    'batch',
    'year',
    'group',
    'type',
    'name',
    'detail',
    'weightage',
    'criteria',
    'total_marks',
    'passing_marks',
    'status',
  ],
  (assessment: Assessment) => ({
    ...assessment,
    department: assessment.department.name,
    batch: assessment.batch.name,
    group: assessment.group.name,
    criteria: criteriaTold(assessment.criteria, 'hundredths'),
  }),
)

type Place = Pick<Assessment, 'department_id' | 'batch_id' | 'group_id'>

/** The group is of the assessment's batch and department, and active when it is chosen. */
async function placeProblems(db: Db, caller: Caller, place: Place): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {}
  const wrongDepartment = await departmentProblem(db, caller, place.department_id, 'assessments')
  if (wrongDepartment) problems.department_id = [wrongDepartment]
  if (!(await findBatch(db, caller, place.batch_id))) problems.batch_id = ['Batch does not exist']
  const group = await findGroup(db, caller, place.group_id)
  if (!group) problems.group_id = ['Group does not exist']
  else if (group.batch_id !== place.batch_id || group.department_id !== place.department_id)
    problems.group_id = [WRONG_GROUP]
  else if (group.status !== 'active') problems.group_id = [inactiveText(group.name)]
  return problems
}

export async function createAssessment(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof AssessmentInput>,
): Promise<Assessment> {
  const problems = await placeProblems(tx, caller, input)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('assessments')
      .values({ ...input, ...criteriaColumns(input.criteria), created_by: caller.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const created = await readAssessment(tx, caller, id)
  await trail.created(tx, caller, created)
  return created
}

/**
 * Changes an assessment; fields left out stay. Results keep the assessment in its department, batch and group, and its
 * total above their marks.
 */
export async function updateAssessment(
  tx: Tx,
  caller: Caller,
  assessment: Assessment,
  { updated_at, ...change }: z.output<typeof AssessmentChange>,
): Promise<Assessment> {
  refuseStale(assessment, { updated_at })
  const merged = { ...assessment, ...change }
  // New criteria make a new total, unless one is sent.
  if (merged.criteria) merged.total_marks = change.total_marks ?? criteriaTotal(merged.criteria)
  const moves = (['department_id', 'batch_id', 'group_id'] as const).some((one) => merged[one] !== assessment[one])
  const problems = { ...(moves ? await placeProblems(tx, caller, merged) : {}), ...assessmentProblems(merged) }
  const results = await resultFacts(tx, assessment.id)
  if (moves && results.count > 0)
    throw conflict(
      `Assessment has ${counted(results.count, 'result')}. Its department, batch and group can no longer change.`,
    )
  refuseOtherCriteria(assessment, merged.criteria ?? null)
  if (results.highest !== null && (merged.total_marks ?? DEFAULT_TOTAL_MARKS) < results.highest)
    problems.total_marks = [`Total marks must be at least the marks already given (${results.highest})`]
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await answering(refusals, () =>
    tx
      .updateTable('assessments')
      .set({ ...change, ...criteriaColumns(merged.criteria), updated_at: new Date() })
      .where('id', '=', assessment.id)
      .execute(),
  )
  const updated = await readAssessment(tx, caller, assessment.id)
  await trail.changed(tx, caller, assessment, updated)
  return updated
}

/** The trail's action for an assessment that became evaluated through its results. */
const EVALUATED = 'evaluate'

/** Sets these assessments evaluated, each with its row in the trail; those that are stay as they are. */
export async function setEvaluated(tx: Tx, caller: Caller, assessments: readonly Assessment[]): Promise<void> {
  const others = assessments.filter(({ status }) => status !== 'evaluated')
  if (others.length === 0) return
  await tx
    .updateTable('assessments')
    .set({ status: 'evaluated', updated_at: new Date() })
    .where(
      'id',
      'in',
      others.map(({ id }) => id),
    )
    .execute()
  const told = others.map((before) => {
    const after: Assessment = { ...before, status: 'evaluated' }
    return trail.event({ id: before.id, before, after, action: EVALUATED })
  })
  await leaveTrail(tx, caller, told)
}

export async function deleteAssessment(tx: Tx, caller: Caller, assessment: Assessment): Promise<void> {
  await refuseInUse(tx, 'Assessment', { assessments: assessment.id }, 'Set it inactive instead.')
  await tx.deleteFrom('assessments').where('id', '=', assessment.id).execute()
  await trail.deleted(tx, caller, assessment)
}
