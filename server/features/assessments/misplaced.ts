import { resultProblems } from '../../../shared/contract/assessment-results.ts'
import type { Assessment } from '../../../shared/contract/assessments.ts'
import { invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { namesOf } from '../students/reads.ts'
import { readMarkable, readOnceMarkable } from './markable.reads.ts'
import { pairOf } from './results.reads.ts'
import type { PlacedRow } from './rules.ts'

/**
 * Refuses results that can't be.
 * @param isPast takes students who were in the group, or have graduated, too
 * @throws 422 that names who is no active student of the group, and marks that the assessment does not have
 */
export async function refuseMisplaced(
  tx: Tx,
  assessments: readonly Assessment[],
  rows: readonly PlacedRow[],
  isPast: boolean,
): Promise<void> {
  const byId = new Map(assessments.map((one) => [one.id, one]))
  const read = isPast ? readOnceMarkable : readMarkable
  const markable = await read(
    tx,
    [...byId.keys()],
    rows.map(({ student_id }) => student_id),
  )
  const strangers = rows.filter((row) => !markable.has(pairOf(row)))
  const names =
    strangers.length > 0
      ? await namesOf(
          tx,
          strangers.map(({ student_id }) => student_id),
        )
      : new Map<number, string>()
  const problems: Record<string, string[]> = {}
  for (const { at, student_id } of strangers) {
    const name = names.get(student_id)
    problems[`${at}.student_id`] = [
      name === undefined ? `Student ${student_id} does not exist` : `${name} is not an active student of this group`,
    ]
  }
  for (const row of rows) {
    const of = byId.get(row.assessment_id)
    for (const [field, texts] of Object.entries(of ? resultProblems(row, of) : {}))
      problems[`${row.at}.${field}`] = texts
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}
