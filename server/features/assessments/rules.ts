import type { AssessmentResult, BulkResultsInput } from '../../../shared/contract/assessment-results.ts'
import { invalid } from '../../core/errors.ts'

/** What a result says; the rest of its row is kept for it. */
export type Given = Pick<AssessmentResult, 'marks' | 'remarks' | 'status'>

/** What is posted of a result: what is left out stays, or is none yet. */
export type Posted = { [Field in keyof Given]?: Given[Field] | undefined }

/** A result as it is stored. */
export type Stored = Given & Pick<AssessmentResult, 'id' | 'updated_at'>

const NOTHING: Given = { marks: null, remarks: null, status: 'submitted' }

/** What a result says once the posted values are written; what is left out stays. */
export const mergedResult = (posted: Posted, stored: Given = NOTHING): Given => ({
  marks: posted.marks === undefined ? stored.marks : posted.marks,
  remarks: posted.remarks === undefined ? stored.remarks : posted.remarks,
  status: posted.status ?? stored.status,
})

export const saysTheSame = (one: Given, other: Given): boolean =>
  one.marks === other.marks && one.remarks === other.remarks && one.status === other.status

/**
 * Whether somebody else's result would be written over: `readAt` is when the stored one was last changed as the caller
 * read it, null where there was none; left out, the caller wins over whatever is stored.
 */
export const isChangedMeanwhile = (readAt: string | null | undefined, stored: Stored | undefined): boolean =>
  readAt !== undefined && readAt !== (stored?.updated_at ?? null)

type PostedRow = BulkResultsInput['results'][number]

/** A posted row with the assessment that it is of, and its place in the payload. */
export interface PlacedRow extends PostedRow {
  assessment_id: number
  at: string
}

/**
 * The rows of a bulk payload, each with its assessment.
 * @throws 422 for a row that names none or another one, for a second student, and for who is there twice
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
