import { isDeepStrictEqual } from 'node:util'
import type { AssessmentResult, BulkResultsInput } from '../../../shared/contract/assessment-results.ts'
import { isUnmarked, mergedMarks } from '../../../shared/criteria.ts'
import { invalid } from '../../core/errors.ts'

/** The fields of a result that somebody sets; the rest of its row is kept for it. */
export type ResultFields = Pick<AssessmentResult, 'marks' | 'criteria_marks' | 'remarks' | 'status'>

/** The posted fields of a result. A field left out keeps its stored value, or has none yet. */
export type ResultPatch = { [Field in keyof ResultFields]?: ResultFields[Field] | undefined }

export type StoredResult = ResultFields & Pick<AssessmentResult, 'id' | 'updated_at'>

const NOTHING: ResultFields = { marks: null, criteria_marks: null, remarks: null, status: 'submitted' }

/**
 * Returns the result as it is once the posted values are written. Fields left out stay, but who is given marks was not
 * absent, and who was absent has none.
 */
export function mergedResult(posted: ResultPatch, stored: ResultFields = NOTHING): ResultFields {
  const isGiven = posted.marks != null || (posted.criteria_marks != null && !isUnmarked(posted.criteria_marks))
  const status = posted.status ?? (isGiven ? 'submitted' : stored.status)
  return {
    ...(status === 'absent' ? { marks: null, criteria_marks: null } : mergedMarks(posted, stored)),
    remarks: posted.remarks === undefined ? stored.remarks : posted.remarks,
    status,
  }
}

export const saysTheSame = (one: ResultFields, other: ResultFields): boolean =>
  one.marks === other.marks &&
  one.remarks === other.remarks &&
  one.status === other.status &&
  isDeepStrictEqual(one.criteria_marks, other.criteria_marks)

/**
 * True when somebody else's result would be written over. `readAt` is the time of the last change that the caller has
 * read, null where there was no result; when it is left out, the caller wins over the stored result.
 */
export const isChangedMeanwhile = (readAt: string | null | undefined, stored: StoredResult | undefined): boolean =>
  readAt !== undefined && readAt !== (stored?.updated_at ?? null)

type PostedRow = BulkResultsInput['results'][number]

/** A posted row with the assessment that it is of, and its place in the payload. */
export interface PlacedRow extends PostedRow {
  assessment_id: number
  at: string
}

/**
 * Returns the rows of a bulk payload, each with its assessment.
 * @throws 422 for a row that names none or another one, for a second student, and for a student who is there twice
 */
export function placedRows({ assessment_id, submission_type, results }: BulkResultsInput): PlacedRow[] {
  const problems: Record<string, string[]> = {}
  const isOfOne = submission_type === 'assessment'
  if (isOfOne && assessment_id == null) throw invalid({ assessment_id: ['Assessment is required'] })
  const seen = new Set<string>()
  const rows = results.map((row, index) => {
    const at = `results.${index}`
    const of = row.assessment_id ?? (isOfOne ? assessment_id : undefined)
    if (of == null) problems[`${at}.assessment_id`] = ['Assessment is required']
    else if (isOfOne && of !== assessment_id) problems[`${at}.assessment_id`] = ['This result is of another assessment']
    if (!isOfOne && row.student_id !== results[0]?.student_id)
      problems[`${at}.student_id`] = ['All results must be of one student']
    const key = `${of} ${row.student_id}`
    if (seen.has(key)) problems[`${at}.student_id`] = ['This result is listed twice']
    seen.add(key)
    return { ...row, assessment_id: of ?? 0, at }
  })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return rows
}

/** The action of an assessment's trail that tells of a result that was deleted. */
export const DELETED_RESULT = 'delete-result'
