import * as z from 'zod/mini'
import { type Assessment, AssessmentInput } from '../../../shared/contract/assessments.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { lockAssessments, readAssessmentsByIds } from '../assessments/reads.ts'
import { pairOf } from '../assessments/results.reads.ts'
import { deleteResults, putBackResults, submitResults } from '../assessments/results.writes.ts'
import type { StoredResult } from '../assessments/rules.ts'
import { type PlacedResult, readStoredById } from '../assessments/stored.reads.ts'
import { createAssessment, deleteAssessment, updateAssessment } from '../assessments/writes.ts'
import { type Done, findChanged } from './history.reads.ts'
import type { KeptRow } from './history.writes.ts'
import type { SetRow } from './kinds.ts'
import type { Problems } from './problems.ts'
import { isNewAssessment, type NewAssessment, type PlannedMark } from './results.ts'

// Writes the results of a file in sets, by the writers of their screen, and undoes that.

const keyOfNew = ({ newId, group }: NewAssessment) => `${newId} ${group.id}`

/** Makes the assessments that are new, one of each name for each group. */
async function makeAssessments(
  tx: Tx,
  caller: Caller,
  marks: readonly PlannedMark[],
): Promise<Map<string, Assessment>> {
  const made = new Map<string, Assessment>()
  for (const { assessment } of marks) {
    if (!isNewAssessment(assessment) || made.has(keyOfNew(assessment))) continue
    const { name, group, type, total_marks, weightage, held_on } = assessment
    const input = z.parse(AssessmentInput, {
      name,
      department_id: group.department_id,
      batch_id: group.batch_id,
      group_id: group.id,
      type,
      total_marks,
      weightage,
      detail: held_on && `Held on ${writtenDay(held_on)}`,
    })
    made.set(keyOfNew(assessment), await createAssessment(tx, caller, input))
  }
  return made
}

/**
 * Writes the results of a plan and makes the assessments that it names.
 * @returns what undoing it needs
 */
export async function importResults(
  tx: Tx,
  caller: Caller,
  plan: readonly SetRow<PlannedMark>[],
  onWritten: (count: number) => void,
): Promise<KeptRow[]> {
  const due = plan.flatMap(({ items }) => items).filter(({ outcome }) => outcome !== 'unchanged')
  if (due.length === 0) return []
  const made = await makeAssessments(tx, caller, due)
  const idOf = ({ assessment }: PlannedMark) =>
    isNewAssessment(assessment) ? (made.get(keyOfNew(assessment))?.id ?? 0) : assessment.id
  const locked = await lockAssessments(tx, caller, [...new Set(due.map(idOf))])
  const before = new Map(locked.map((one) => [one.id, one]))
  if (due.some((mark) => !before.has(idOf(mark)))) throw conflict('An assessment of the file is no longer there.')
  const rows = due.map((mark) => ({
    at: `Line ${mark.line}`,
    assessment_id: idOf(mark),
    student_id: mark.student.id,
    marks: mark.marks,
    status: mark.status,
    remarks: mark.remarks,
    updated_at: mark.before?.updated_at ?? null,
  }))
  const saved = await submitResults(tx, caller, locked, { submission_type: 'assessment', rows, isPast: true })
  onWritten(saved.length)
  const byPair = new Map(saved.map((one) => [pairOf(one), one]))
  const after = await readAssessmentsByIds(tx, caller, [...before.keys()])
  const firstLine = new Map(due.toReversed().map((mark) => [idOf(mark), mark.line]))
  return [
    ...[...made.values()].map(
      ({ id, name }): KeptRow => ({ line: 0, entity: 'assessment', entity_id: id, action: 'create', name }),
    ),
    ...after.flatMap(({ id, name, status, updated_at }): KeptRow[] => {
      const former = before.get(id)
      const isMade = [...made.values()].some((one) => one.id === id)
      if (isMade || !former || former.status === status) return []
      const line = firstLine.get(id) ?? 1
      const kept = { line, entity: 'assessment', entity_id: id, action: 'update', name } as const
      return [{ ...kept, before: { status: former.status }, after_at: updated_at }]
    }),
    ...due.map((mark, index): KeptRow => {
      const result = byPair.get(pairOf(rows[index] as (typeof rows)[number]))
      const { marks, criteria_marks, remarks, status } = mark.before ?? {}
      return {
        line: mark.line,
        entity: 'assessment_result',
        entity_id: result?.id ?? 0,
        action: mark.before ? 'update' : 'create',
        name: `${mark.student.name} in ${mark.title}`,
        ...(mark.before && { before: { marks, criteria_marks, remarks, status } }),
        after_at: result?.updated_at ?? null,
      }
    }),
  ]
}

const idsOf = (rows: readonly Done[]) => rows.map(({ entity_id }) => entity_id)
const ofEntity = (done: readonly Done[], wanted: Done['entity']) => done.filter(({ entity }) => entity === wanted)
const ofAction = (done: readonly Done[], wanted: Done['action']) => done.filter(({ action }) => action === wanted)

/** Finds what has happened to results and assessments since. */
async function checkUntouched(
  tx: Tx,
  results: readonly Done[],
  stored: ReadonlyMap<number, PlacedResult>,
  restated: readonly Done[],
  assessments: ReadonlyMap<number, Assessment>,
  problems: Problems,
): Promise<void> {
  const changed = await findChanged(
    tx,
    results.map((row) => ({ row, now: stored.get(row.entity_id) })),
  )
  for (const row of results) {
    const now = stored.get(row.entity_id)
    if (now && !assessments.has(now.assessment_id)) problems.add(row, 'is of an assessment that you can no longer see')
    else if (changed.has(row)) problems.add(row, 'was changed since')
  }
  // Only the status was changed, to this one, and only it is put back.
  for (const row of restated) {
    const now = assessments.get(row.entity_id)
    if (now && now.status !== 'evaluated') problems.add(row, `is ${now.status} since`)
  }
  problems.refuse()
}

/** Undoes an import of results: what it added is deleted, what it changed is as before, and what it made goes last. */
export async function undoResults(tx: Tx, caller: Caller, done: readonly Done[], problems: Problems): Promise<void> {
  const results = ofEntity(done, 'assessment_result')
  const assessments = ofEntity(done, 'assessment')
  const places = await readStoredById(tx, idsOf(results))
  const assessmentIds = [...new Set([...idsOf(assessments), ...[...places.values()].map((one) => one.assessment_id)])]
  const locked = new Map((await lockAssessments(tx, caller, assessmentIds, 'deletion')).map((one) => [one.id, one]))

  // Read again, now that nobody else writes results of these.
  const stored = await readStoredById(tx, idsOf(results))
  const restated = ofAction(assessments, 'update')
  await checkUntouched(tx, results, stored, restated, locked, problems)

  const placed = (rows: readonly Done[]) =>
    rows.flatMap((row) => {
      const now = stored.get(row.entity_id)
      return now ? [{ now, former: row.before as unknown as StoredResult }] : []
    })
  const added = placed(ofAction(results, 'create')).map(({ now }) => now)
  await deleteResults(tx, caller, added)
  await putBackResults(tx, caller, placed(ofAction(results, 'update')))
  const each = async (rows: readonly Done[], step: (now: Assessment, row: Done) => Promise<unknown>) => {
    for (const row of rows) {
      const now = locked.get(row.entity_id)
      if (now) await problems.try(row, () => step(now, row))
    }
  }
  await each(restated, (now, { before }) => updateAssessment(tx, caller, now, before as Pick<Assessment, 'status'>))
  await each(ofAction(assessments, 'create'), (now) => deleteAssessment(tx, caller, now))
}
