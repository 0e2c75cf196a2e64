import * as z from 'zod/mini'
import { criteriaTotal, totalProblem } from '../criteria.ts'
import { optionalDecimal } from '../decimal-field.ts'
import { create, get, list, one, put, remove } from '../endpoint.ts'
import { choice, idField, idFilters, optionalChoice, optionalText, readAt } from '../fields.ts'
import { ASSESSMENT_STATUSES, ASSESSMENT_TYPES } from '../labels.ts'
import { DEFAULT_TOTAL_MARKS, YEARS } from '../limits.ts'
import { title } from '../names.ts'
import { ASSESSMENTS_ONLY } from '../only.ts'
import { AssessmentResult } from './assessment-results.ts'
import { Criterion, optionalCriteria } from './criteria.ts'
import { NamedRef, StudentRef } from './groups.ts'

export const Assessment = z.object({
  id: z.int(),
  department_id: z.int(),
  department: NamedRef,
  batch_id: z.int(),
  batch: NamedRef,
  year: z.nullable(z.enum(YEARS)),
  group_id: z.int(),
  group: NamedRef,
  type: z.enum(ASSESSMENT_TYPES),
  name: z.string(),
  detail: z.nullable(z.string()),
  /** The assessment's weight in a student's weighted total, with two decimals. */
  weightage: z.nullable(z.number()),
  /** A rubric or a checklist; null for none. */
  criteria: z.nullable(z.array(Criterion)),
  /** Two decimals; 100 if null, with criteria their sum. */
  total_marks: z.nullable(z.number()),
  passing_marks: z.nullable(z.number()),
  status: z.enum(ASSESSMENT_STATUSES),
  created_by: z.nullable(z.int()),
  /** The number of students with marks; null for a student. */
  marked_count: z.nullable(z.int()),
  /** The number of absent students; null for a student. */
  absent_count: z.nullable(z.int()),
  /** The number of results with marks for criteria, which keep the criteria as they are; null for a student. */
  criteria_count: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Assessment = z.infer<typeof Assessment>

const assessmentFields = {
  department_id: idField('Department'),
  batch_id: idField('Batch'),
  year: optionalChoice('Year', YEARS),
  group_id: idField('Group'),
  type: choice('Type', ASSESSMENT_TYPES),
  name: title('Name'),
  detail: optionalText('Detail'),
  weightage: optionalDecimal('Weightage'),
  criteria: optionalCriteria('hundredths'),
  /** With criteria it may be left out: it is their sum. */
  total_marks: optionalDecimal('Total marks'),
  passing_marks: optionalDecimal('Passing marks'),
  status: z.optional(choice('Status', ASSESSMENT_STATUSES)),
}

interface Bounds {
  criteria?: readonly Pick<z.infer<typeof Criterion>, 'marks'>[] | null | undefined
  total_marks?: number | null | undefined
  passing_marks?: number | null | undefined
}

/** Returns the problems between the fields of an assessment, by field. */
export function assessmentProblems({ criteria, total_marks, passing_marks }: Bounds): Record<string, string[]> {
  const total = (criteria ? criteriaTotal(criteria) : total_marks) ?? DEFAULT_TOTAL_MARKS
  const problems: Record<string, string[]> = {}
  const ofTotal = totalProblem(total_marks, criteria)
  if (ofTotal) problems.total_marks = [ofTotal]
  if (passing_marks != null && passing_marks > total)
    problems.passing_marks = [`Passing marks must be at most the total marks (${total})`]
  return problems
}

export const AssessmentInput = z.object(assessmentFields).check(
  z.check<Bounds>((context) => {
    for (const [field, messages] of Object.entries(assessmentProblems(context.value)))
      context.issues.push({ code: 'custom', input: context.value, path: [field], message: messages.join(' ') })
  }),
)

/** Not checked between fields: a missing field keeps its stored value, so the writer checks the whole. */
export const AssessmentChange = z.object({ ...z.partial(z.object(assessmentFields)).shape, ...readAt })

/** A student of the assessment's group, or one who left it with a result. */
export const AssessmentRosterRow = z.object({
  student: StudentRef,
  /** True for an active student of the group; the row of another student is only shown. */
  is_marked: z.boolean(),
  result: z.nullable(AssessmentResult),
})
export type AssessmentRosterRow = z.infer<typeof AssessmentRosterRow>

const listQuery = {
  ...idFilters('department_id', 'batch_id', 'group_id'),
  status: z.optional(choice('Status', ASSESSMENT_STATUSES)),
  only: z.optional(choice('only', ASSESSMENTS_ONLY)),
}
const byGroup = { action: 'assessments:read', row: Assessment, failure: 'Failed to fetch assessments' } as const

export const assessments = {
  list: list('/assessments', {
    summary: 'Assessments, newest first, with `only` the oldest; a student’s own groups only',
    action: 'assessments:read',
    query: listQuery,
    row: Assessment,
    failure: 'Failed to fetch assessments',
  }),
  listByGroup: list('/assessments/group/:group_id', {
    ...byGroup,
    summary: 'The assessments of a group, newest first',
    query: { status: listQuery.status },
  }),
  listByGroupAndStatus: list('/assessments/group/:group_id/:status', {
    ...byGroup,
    summary: 'The assessments of a group in one status, newest first',
    params: { status: choice('Status', ASSESSMENT_STATUSES) },
  }),
  read: get('/assessments/:id', {
    summary: 'One assessment',
    action: 'assessments:read',
    reply: one(Assessment),
    failure: 'Failed to fetch assessments',
  }),
  roster: list('/assessments/:id/roster', {
    summary: 'The students of an assessment’s group with their results, by roll number',
    action: 'results:oversee',
    row: AssessmentRosterRow,
    failure: 'Failed to fetch students for this group',
  }),
  create: create('/assessments', {
    summary: 'Add an assessment',
    action: 'assessments:write',
    body: AssessmentInput,
    reply: one(Assessment),
    failure: 'Failed to create assessment',
  }),
  update: put('/assessments/:id', {
    summary: 'Change an assessment',
    action: 'assessments:write',
    body: AssessmentChange,
    reply: one(Assessment),
    failure: 'Failed to update assessment',
  }),
  remove: remove('/assessments/:id', {
    summary: 'Delete an assessment that has no results',
    action: 'assessments:delete',
    failure: 'Failed to delete assessment',
  }),
}
