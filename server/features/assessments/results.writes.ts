import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import {
  type AssessmentResult,
  type ResultChange,
  type ResultInput,
  resultProblems,
} from '../../../shared/contract/assessment-results.ts'
import type { Assessment } from '../../../shared/contract/assessments.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { staysAsMarked } from '../../../shared/policies/assessments.ts'
import { allows } from '../../../shared/policies/policy.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, invalid, refuseStale } from '../../core/errors.ts'
import { type Event, leaveTrail, trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { noteForStudents } from '../notices/events.writes.ts'
import { namesOf } from '../students/reads.ts'
import { readMarkable } from './markable.reads.ts'
import { refuseMisplaced } from './misplaced.ts'
import { pairOf, readComplete, readResult, readResultsByIds, readStored } from './results.reads.ts'
import {
  DELETED_RESULT,
  isChangedMeanwhile,
  mergedResult,
  type PlacedRow,
  type ResultFields,
  type ResultPatch,
  type StoredResult,
  saysTheSame,
} from './rules.ts'
import type { PlacedResult } from './stored.reads.ts'
import { setEvaluated } from './writes.ts'

const FIELDS = ['marks', 'criteria_marks', 'remarks', 'status'] as const
const trail = trailOf<ResultFields>('assessment_result', FIELDS)
/** The trail of a result that is new or gone. */
const whole = trailOf<ResultFields & Of>('assessment_result', [...FIELDS, 'assessment_id', 'student_id'])

type Of = Pick<AssessmentResult, 'assessment_id' | 'student_id'>
type ResultRow = ResultFields & Of

/** Adds the new results and changes the others, in one statement however many they are. Returns the ids by `pairOf`. */
async function writeResults(tx: Tx, results: readonly ResultRow[]): Promise<Map<string, number>> {
  // A later instant than the stored one, however fast they follow: two writes never look like one.
  const { rows } = await sql<Of & { id: number }>`
    insert into assessment_results (assessment_id, student_id, marks, remarks, status, criteria_marks)
    select assessment_id, student_id, marks, remarks, status, criteria_marks::jsonb from unnest(${results.map((one) => one.assessment_id)}::int[], ${results.map((one) => one.student_id)}::int[],
      ${results.map((one) => one.marks)}::numeric[], ${results.map((one) => one.remarks)}::text[],
      ${results.map((one) => one.status)}::text[],
      ${results.map(({ criteria_marks }) => criteria_marks && JSON.stringify(criteria_marks))}::text[])
      as given (assessment_id, student_id, marks, remarks, status, criteria_marks)
    on conflict (assessment_id, student_id) do update set marks = excluded.marks, remarks = excluded.remarks,
      status = excluded.status, criteria_marks = excluded.criteria_marks,
      updated_at = greatest(clock_timestamp(), assessment_results.updated_at + interval '1 millisecond')
    returning id, assessment_id, student_id`.execute(tx)
  return new Map(rows.map((row) => [pairOf(row), row.id]))
}

interface Change {
  row: PlacedRow
  before: StoredResult | undefined
  after: ResultRow
}

const changeOf = (row: PlacedRow, before: StoredResult | undefined): Change => ({
  row,
  before,
  after: { ...mergedResult(row, before), assessment_id: row.assessment_id, student_id: row.student_id },
})

const isChange = ({ before, after }: Change) => before === undefined || !saysTheSame(before, after)

const eventOf = ({ before, after }: Change, id: number): Event =>
  before ? trail.event({ id, before, after }) : whole.event({ id, after, action: 'create' })

const studentIdsOf = (rows: readonly Of[]) => rows.map(({ student_id }) => student_id)

function standingOf(stored: StoredResult | undefined): string {
  if (stored?.status === 'absent') return 'is absent'
  return stored?.marks == null ? 'has no marks' : `has ${decimalText(stored.marks)}`
}

/** @throws 409 that names the rows which somebody else has changed since they were read */
async function refuseChanged(tx: Tx, changes: readonly Change[]): Promise<void> {
  const stale = changes.filter(({ row, before }) => isChangedMeanwhile(row.updated_at, before))
  if (stale.length === 0) return
  const names = await namesOf(tx, studentIdsOf(stale.map(({ row }) => row)))
  const errors = stale.map(({ row, before }) => {
    return [row.at, [`${names.get(row.student_id) ?? row.student_id} ${standingOf(before)} now`]]
  })
  throw conflict(CHANGED_MEANWHILE, Object.fromEntries(errors))
}

interface Submitted {
  submission_type: 'assessment' | 'student'
  rows: readonly PlacedRow[]
  /** The results of a former system: of students who were in the group, or have graduated, too. */
  isPast?: boolean
}

/**
 * Writes the results of one assessment, which is evaluated by it, or of one student in several, each of which is
 * evaluated once every active student of its group has marks. All or none; what is as it was is not written again.
 */
export async function submitResults(
  tx: Tx,
  caller: Caller,
  assessments: readonly Assessment[],
  { submission_type, rows, isPast = false }: Submitted,
): Promise<AssessmentResult[]> {
  await refuseMisplaced(tx, assessments, rows, isPast)
  const ids = assessments.map(({ id }) => id)
  const stored = await readStored(tx, ids, studentIdsOf(rows))
  const changes = rows.map((row) => changeOf(row, stored.get(pairOf(row)))).filter(isChange)
  await refuseChanged(tx, changes)
  const after = changes.map((change) => change.after)
  const written = after.length > 0 ? await writeResults(tx, after) : new Map<string, number>()
  const idOf = (row: Of) => written.get(pairOf(row)) ?? stored.get(pairOf(row))?.id ?? 0
  const told = changes.map((change) => eventOf(change, idOf(change.row)))
  await leaveTrail(tx, caller, told)
  const complete = submission_type === 'student' ? await readComplete(tx, ids) : new Set(ids)
  const evaluated = assessments.filter(({ id }) => complete.has(id))
  await setEvaluated(tx, caller, evaluated)
  await noteForStudents(tx, 'marks', studentIdsOf(after))
  const saved = await readResultsByIds(tx, caller, rows.map(idOf))
  const byPair = new Map(saved.map((one) => [pairOf(one), one]))
  return rows.flatMap((row) => byPair.get(pairOf(row)) ?? [])
}

/** A result and the assessment that it is of, which is locked. */
export interface HeldResult {
  assessment: Assessment
  result: AssessmentResult
}

/** Ends the approval of an assessment after its marks changed: it must be approved anew. */
async function endApproval(tx: Tx, caller: Caller, assessment: Assessment): Promise<void> {
  if (!allows(staysAsMarked, assessment.status)) await setEvaluated(tx, caller, [assessment])
}

function refuseProblems(given: ResultPatch, assessment: Assessment): void {
  const problems = resultProblems(given, assessment)
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** @throws 409 when the student has a result in this assessment */
export async function createResult(
  tx: Tx,
  caller: Caller,
  assessment: Assessment,
  { student_id, ...given }: ResultInput,
): Promise<AssessmentResult> {
  const of = { assessment_id: assessment.id, student_id }
  if ((await readStored(tx, [assessment.id], [student_id])).size > 0)
    throw conflict('This student already has a result in this assessment.')
  if (!(await readMarkable(tx, [assessment.id], [student_id])).has(pairOf(of)))
    throw invalid({ student_id: ['The student is not an active student of this group'] })
  refuseProblems(given, assessment)
  const after = { ...mergedResult(given), ...of }
  const [id = 0] = (await writeResults(tx, [after])).values()
  await leaveTrail(tx, caller, [whole.event({ id, after, action: 'create' })])
  await endApproval(tx, caller, assessment)
  await noteForStudents(tx, 'marks', [student_id])
  return readResult(tx, caller, id)
}

/** Changes a result; fields left out stay. A change of what has changed since it was read is a conflict. */
export async function updateResult(
  tx: Tx,
  caller: Caller,
  { assessment, result }: HeldResult,
  change: z.output<typeof ResultChange>,
): Promise<AssessmentResult> {
  refuseStale(result, change)
  refuseProblems(change, assessment)
  const after = { ...mergedResult(change, result), assessment_id: result.assessment_id, student_id: result.student_id }
  if (saysTheSame(result, after)) return result
  await writeResults(tx, [after])
  await trail.changed(tx, caller, result, after)
  await endApproval(tx, caller, assessment)
  await noteForStudents(tx, 'marks', [result.student_id])
  return readResult(tx, caller, result.id)
}

/** The trail's two rows of a result that is gone: its own, and the assessment's, which tells whose it was. */
function goneEvents({ id, assessment_id, name, ...before }: ResultRow & { id: number; name: string }): Event[] {
  const gone = whole.event({ id, before: { ...before, assessment_id }, action: 'delete' })
  const { assessment_id: _, ...changes } = gone.changes
  return [
    gone,
    {
      action: DELETED_RESULT,
      entity: 'assessment',
      entityId: assessment_id,
      changes: { ...changes, result_id: [id, null], student: [name, null] },
    },
  ]
}

/** Its trail stays, and the assessment's tells whose it was. */
export async function deleteResult(tx: Tx, caller: Caller, { assessment, result }: HeldResult): Promise<void> {
  await tx.deleteFrom('assessment_results').where('id', '=', result.id).execute()
  await leaveTrail(tx, caller, goneEvents({ ...result, name: result.student.name }))
  await endApproval(tx, caller, assessment)
}

/** Deletes results, whose assessments are locked, in one statement; their assessments stay as they are. */
export async function deleteResults(tx: Tx, caller: Caller, results: readonly PlacedResult[]): Promise<void> {
  if (results.length === 0) return
  const ids = results.map(({ id }) => id)
  await tx.deleteFrom('assessment_results').where(sql<SqlBool>`id = any(${ids})`).execute()
  await leaveTrail(tx, caller, results.flatMap(goneEvents))
}

/** Gives results, whose assessments are locked, their former values, in one statement; their assessments stay as they are. */
export async function putBackResults(
  tx: Tx,
  caller: Caller,
  results: readonly { now: PlacedResult; former: ResultFields }[],
): Promise<void> {
  if (results.length === 0) return
  const after = results.map(({ now, former }) => ({ ...now, ...former }))
  await writeResults(tx, after)
  const told = results.map(({ now, former }) => trail.event({ id: now.id, before: now, after: former }))
  await leaveTrail(tx, caller, told)
}
