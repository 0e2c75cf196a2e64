import * as z from 'zod/mini'
import { get, list, one } from '../endpoint.ts'
import { choice, idFilters, optionalDate } from '../fields.ts'
import { ASSESSMENT_TYPES, RESULT_STATUSES } from '../labels.ts'
import { CriteriaMarks } from './criteria.ts'
import { NamedRef, StudentRef } from './groups.ts'

/** The summary of an assessment's marks. Figures have two decimals, rounded once, half up; null without marks. */
export const AssessmentSummary = z.object({
  /** Active students of the group, and those who left it with marks or were absent. */
  students: z.int(),
  /** The number of students with marks; all other figures are about these. */
  marked: z.int(),
  absent: z.int(),
  /** 100 when the assessment has none. */
  total_marks: z.number(),
  passing_marks: z.nullable(z.number()),
  mean: z.nullable(z.number()),
  median: z.nullable(z.number()),
  lowest: z.nullable(z.number()),
  highest: z.nullable(z.number()),
  /** The number of students with passing marks; null when the assessment has no passing marks. */
  passed: z.nullable(z.int()),
  /** In percent of the students with marks. */
  pass_rate: z.nullable(z.number()),
  /** Ten equal steps from 0 to the total: from `from` on, below `to`; the last one with the total itself. Not rounded. */
  steps: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
})
export type AssessmentSummary = z.infer<typeof AssessmentSummary>

/** The rule of a weighted total, for people to read. */
export const WEIGHTED_RULE =
  'Each evaluated or approved assessment with a weightage counts: marks / total marks × weightage. Where no marks are given, or the student was absent, it counts 0. The sum is rounded once, to two decimals, half up.'

/** An assessment's part of a student's weighted total. */
export const WeightedRow = z.object({
  assessment: z.object({ id: z.int(), name: z.string(), type: z.enum(ASSESSMENT_TYPES) }),
  /** Null when no marks are given: then it adds 0. */
  marks: z.nullable(z.number()),
  is_absent: z.boolean(),
  total_marks: z.number(),
  weightage: z.number(),
  /** Rounded for itself; the total is rounded once, from the exact sum. */
  points: z.number(),
})

export const WeightedTotal = z.object({
  student: StudentRef,
  /** In the order of the assessments, the oldest first; the same ones for every student. */
  rows: z.array(WeightedRow),
  points: z.number(),
  /** The sum of the weightages, which is the most that can be reached. */
  out_of: z.number(),
  /** Null when `out_of` is 0. */
  percent: z.nullable(z.number()),
  /** The number of assessments without marks for the student, besides those in which the student was absent. */
  missing: z.int(),
  absent: z.int(),
})
export type WeightedTotal = z.infer<typeof WeightedTotal>

/** The weighted total of a student in one of the student's groups. */
export const GroupTotal = z.object({
  ...WeightedTotal.shape,
  group: z.object({ ...NamedRef.shape, department: NamedRef }),
})
export type GroupTotal = z.infer<typeof GroupTotal>

const change = <S extends z.core.$ZodType>(value: S) => z.nullable(z.object({ from: value, to: value }))

/** A change of a result's marks, those for its criteria, absence or remarks, with the person who made it. */
export const ResultChanged = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.nullable(NamedRef),
  action: z.string(),
  student: z.pick(StudentRef, { id: true, name: true, roll_no: true }),
  /** Null when they stayed as they were. */
  marks: change(z.nullable(z.number())),
  status: change(z.nullable(z.enum(RESULT_STATUSES))),
  criteria_marks: change(z.nullable(CriteriaMarks)),
  remarks: change(z.nullable(z.string())),
})
export type ResultChanged = z.infer<typeof ResultChanged>

const format = choice('Format', ['pdf', 'csv', 'xlsx'])
const action = 'results:oversee' as const
const file = { type: 'application/pdf', description: 'A PDF, CSV or XLSX file' }
const ofFile = { action, file, costly: true, failure: 'Failed to export reports' } as const
const failure = 'Failed to fetch assessment results'

/** Figures, histories and exports of results, for staff only. */
/** The day for which a group's totals are asked: those of its members then; of the present ones if missing. */
const totalsDay = { day: optionalDate('Day') }

export const assessmentFigures = {
  summary: get('/assessments/:id/summary', {
    summary: 'What the marks of an assessment come to',
    action,
    reply: one(AssessmentSummary),
    failure,
  }),
  history: list('/assessments/:id/history', {
    summary: 'Who changed which result of an assessment, newest first',
    action,
    query: idFilters('student_id'),
    row: ResultChanged,
    failure,
  }),
  totals: list('/assessments/group/:group_id/totals', {
    summary: 'The weighted total of each active student of a group, or of who was in it on a day, by roll number',
    action,
    query: totalsDay,
    row: WeightedTotal,
    failure,
  }),
  totalsOfStudent: list('/assessments/student/:student_id/totals', {
    summary: 'A student’s weighted total in each of the own groups that has one, by department',
    action,
    row: GroupTotal,
    failure,
  }),
  exportResults: get('/assessments/:id/export/:format', {
    ...ofFile,
    summary: 'The results of an assessment as a file: for the notice board by roll number without names, or in full',
    params: { format },
    query: z.object({ sheet: z.optional(choice('Sheet', ['notice', 'full'])) }),
  }),
  exportTotals: get('/assessments/group/:group_id/totals/export/:format', {
    ...ofFile,
    summary: 'The weighted totals of a group as a file',
    params: { format },
    query: z.object(totalsDay),
  }),
}
