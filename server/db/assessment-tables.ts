import type { Generated, GeneratedAlways } from 'kysely'
import type { ASSESSMENT_STATUSES, ASSESSMENT_TYPES, RESULT_STATUSES } from '../../shared/labels.ts'
import type { YEARS } from '../../shared/limits.ts'
import type { Id, Stamps, Word } from './columns.ts'

/** Tables of a group's assessments and its students' results. Marks and weights have two decimals. */
export interface AssessmentTables {
  assessments: Stamps & {
    id: Id
    department_id: number
    batch_id: number
    year: Word<typeof YEARS> | null
    group_id: number
    type: Word<typeof ASSESSMENT_TYPES>
    name: string
    detail: string | null
    weightage: number | null
    total_marks: number | null
    passing_marks: number | null
    status: Generated<Word<typeof ASSESSMENT_STATUSES>>
    created_by: number | null
    /** Its results, and those of them with marks; the database counts them. */
    result_count: GeneratedAlways<number>
    marked_count: GeneratedAlways<number>
  }
  assessment_results: Stamps & {
    id: Id
    assessment_id: number
    student_id: number
    marks: number | null
    remarks: string | null
    status: Generated<Word<typeof RESULT_STATUSES>>
  }
  /** Assessments and results by group and status, counted by the database. */
  assessment_counts: {
    group_id: GeneratedAlways<number>
    status: GeneratedAlways<Word<typeof ASSESSMENT_STATUSES>>
    department_id: GeneratedAlways<number>
    batch_id: GeneratedAlways<number>
    assessments: GeneratedAlways<number>
    results: GeneratedAlways<number>
  }
}
