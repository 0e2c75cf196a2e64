import * as z from 'zod/mini'
import { givenProblems, isUnmarked } from '../criteria.ts'
import { optionalDecimal } from '../decimal-field.ts'
import { create, get, list, one, put, remove } from '../endpoint.ts'
import { choice, idField, idFilters, optionalId, optionalText, readAt } from '../fields.ts'
import { ASSESSMENT_STATUSES, ASSESSMENT_TYPES, RESULT_STATUSES } from '../labels.ts'
import { MARK_REMARKS_MAX, RESULTS_MAX } from '../limits.ts'
import { CriteriaMarks, Criterion, optionalCriteriaMarks } from './criteria.ts'
import { NamedRef, StudentRef } from './groups.ts'

export const AssessmentResult = z.object({
  id: z.int(),
  assessment_id: z.int(),
  student_id: z.int(),
  /** Two decimals; null while no marks are given, and for an absent student. */
  marks: z.nullable(z.number()),
  /** For each criterion of the assessment, in order; the marks are their sum once all are given. Null without any. */
  criteria_marks: z.nullable(CriteriaMarks),
  remarks: z.nullable(z.string()),
  status: z.enum(RESULT_STATUSES),
  student: StudentRef,
  assessment: z.object({
    id: z.int(),
    name: z.string(),
    type: z.enum(ASSESSMENT_TYPES),
    weightage: z.nullable(z.number()),
    total_marks: z.nullable(z.number()),
    criteria: z.nullable(z.array(Criterion)),
    passing_marks: z.nullable(z.number()),
    status: z.enum(ASSESSMENT_STATUSES),
    department: NamedRef,
  }),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AssessmentResult = z.infer<typeof AssessmentResult>

type Given = Partial<Pick<AssessmentResult, 'marks' | 'criteria_marks' | 'status'>>
type Bounds = Pick<AssessmentResult['assessment'], 'total_marks' | 'criteria'>

const NONE_IF_ABSENT = 'An absent student has no marks'

/** Returns the problems of what is posted for a student in an assessment, by field. */
export function resultProblems(
  { status, ...given }: { [Field in keyof Given]: Given[Field] | undefined },
  of: Bounds,
): Record<string, string[]> {
  const { marks, criteria_marks } = given
  const found = givenProblems(given, of, 'hundredths')
  if (status === 'absent' && marks != null) found.marks = NONE_IF_ABSENT
  if (status === 'absent' && criteria_marks != null && !isUnmarked(criteria_marks))
    found.criteria_marks = NONE_IF_ABSENT
  return Object.fromEntries(Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : [])))
}

const given = {
  marks: optionalDecimal('Marks'),
  /** When all are given the marks are their sum, and may be left out. */
  criteria_marks: optionalCriteriaMarks('hundredths'),
  remarks: optionalText('Remarks', MARK_REMARKS_MAX),
  status: z.optional(choice('Status', RESULT_STATUSES)),
}

const ResultInput = z.object({
  assessment_id: idField('Assessment'),
  student_id: idField('Student'),
  ...given,
  submission_type: z.literal('single'),
})
export type ResultInput = z.output<typeof ResultInput>

/** A row of a bulk payload. */
const PostedResult = z.object(
  {
    student_id: idField('Student'),
    /** Required in per-student mode; the results of one assessment name it once for all. */
    assessment_id: optionalId('Assessment'),
    ...given,
    /** The version that was read; null when there was none. If missing, the row overwrites the stored result. */
    updated_at: z.optional(z.nullable(z.string('updated_at must be the value that was read').check(z.maxLength(40)))),
  },
  'Each of results has a student_id',
)

/** Results of one assessment, or of one student in several. */
const BulkResultsInput = z.object({
  assessment_id: optionalId('Assessment'),
  submission_type: z.enum(['assessment', 'student'], 'Submission type must be one of: assessment, student'),
  results: z
    .array(PostedResult, 'Results must be a list')
    .check(
      z.minLength(1, 'At least one result is required'),
      z.maxLength(RESULTS_MAX, `At most ${RESULTS_MAX} results at once`),
    ),
})
export type BulkResultsInput = z.output<typeof BulkResultsInput>

type ResultsBody = Omit<z.input<typeof ResultInput>, 'submission_type'> | z.input<typeof BulkResultsInput>

/** A single result or a bulk payload; a list of results makes it bulk. */
export const ResultsInput = z.pipe(
  z.transform((body: ResultsBody) =>
    typeof body === 'object' &&
    body !== null &&
    !Array.isArray(body) &&
    !('results' in body || 'submission_type' in body)
      ? { ...body, submission_type: 'single' }
      : body,
  ),
  z.discriminatedUnion(
    'submission_type',
    [ResultInput, BulkResultsInput],
    'Submission type must be one of: assessment, student',
  ),
)

export const ResultChange = z.object({ ...given, ...readAt })

const statusFilter = { status: z.optional(choice('Status', RESULT_STATUSES)) }
const failure = 'Failed to fetch assessment results'
const listed = { action: 'results:read', row: AssessmentResult, failure } as const

export const assessmentResults = {
  list: list('/assessment-results', {
    ...listed,
    summary: 'Results, the newest assessment first; a student’s own of evaluated or approved assessments only',
    query: {
      ...statusFilter,
      ...idFilters('assessment_id', 'student_id', 'group_id'),
    },
  }),
  listByAssessment: list('/assessment-results/assessment/:assessment_id', {
    ...listed,
    summary: 'The results of an assessment, by roll number',
    query: statusFilter,
  }),
  listByStudentAndGroup: list('/assessment-results/student/:student_id/group/:group_id', {
    ...listed,
    summary: 'The results of a student in the assessments of a group, the newest assessment first',
    query: statusFilter,
  }),
  listByGroup: list('/assessment-results/group/:group_id', {
    ...listed,
    summary: 'The results of a group, the newest assessment first',
    query: statusFilter,
  }),
  read: get('/assessment-results/:id', {
    summary: 'One result',
    action: 'results:read',
    reply: one(AssessmentResult),
    failure,
  }),
  create: create('/assessment-results', {
    goesOn: 'marks',
    summary: 'Give one result, or the results of an assessment or of a student: new ones are added, others changed',
    action: 'results:write',
    body: ResultsInput,
    reply: z.object({ data: z.union([AssessmentResult, z.array(AssessmentResult)]) }),
    failure: 'Failed to submit assessment results',
  }),
  update: put('/assessment-results/:id', {
    goesOn: 'marks',
    summary: 'Change a result',
    action: 'results:write',
    body: ResultChange,
    reply: one(AssessmentResult),
    failure: 'Failed to update assessment result',
  }),
  remove: remove('/assessment-results/:id', {
    summary: 'Delete a result',
    action: 'results:delete',
    failure: 'Failed to delete assessment result',
  }),
}
