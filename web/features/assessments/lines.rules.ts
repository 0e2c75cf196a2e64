import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import type { Assessment, AssessmentRosterRow } from '../../../shared/contract/assessments.ts'
import type { Criterion } from '../../../shared/criteria.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { foundIn } from '../../../shared/folding.ts'
import { ASSESSMENT_TYPES, labelOf } from '../../../shared/labels.ts'
import { evaluatedNotice, totalOf } from './rules.ts'

/** A line of the grid: a student of an assessment, or an assessment of a student. */
export interface MarkLine {
  /** The id of the student, or of the assessment. */
  key: number
  name: string
  /** The roll number, or the total of the marks. */
  note: string
  isPerson: boolean
  totalMarks: number | null
  criteria: readonly Criterion[] | null
  stored: AssessmentResult | null
  /** False for a student who is not active in the group now: the line is only shown. */
  isMarked: boolean
  /** The reason when it is not marked: the student's status, or having left. */
  out?: AssessmentRosterRow['student']['status']
  /** Tells what a save would do beside storing the marks. */
  notice?: string | undefined
}

export interface MarkSection {
  label: string | undefined
  lines: readonly MarkLine[]
}

export const studentLines = (rows: readonly AssessmentRosterRow[], { total_marks, criteria }: Assessment): MarkLine[] =>
  rows.map(({ student, is_marked, result }) => ({
    key: student.id,
    name: student.name,
    note: student.roll_no ?? '',
    isPerson: true,
    totalMarks: total_marks,
    criteria,
    stored: result,
    isMarked: is_marked,
    out: student.status,
  }))

/** Returns a student's lines in the assessments of a group, by type. */
export const assessmentSections = (
  assessments: readonly Assessment[],
  results: readonly AssessmentResult[],
): MarkSection[] =>
  ASSESSMENT_TYPES.map((type) => ({
    label: labelOf(type),
    lines: assessments
      .filter((assessment) => assessment.type === type)
      .map((assessment) => ({
        key: assessment.id,
        name: assessment.name,
        note: `out of ${decimalText(totalOf(assessment))}`,
        isPerson: false,
        totalMarks: assessment.total_marks,
        criteria: assessment.criteria,
        stored: results.find(({ assessment_id }) => assessment_id === assessment.id) ?? null,
        isMarked: true,
        notice: evaluatedNotice(assessment, ' once everybody has marks'),
      })),
  })).filter(({ lines }) => lines.length > 0)

/** Returns the lines whose name or note holds the words. */
export function linesFound(lines: readonly MarkLine[], words: string): readonly MarkLine[] {
  return foundIn(lines, words, ({ name, note }) => [name, note])
}
