import * as z from 'zod/mini'
import { get, list, one } from '../endpoint.ts'
import { choice, idText, optionalDate, searchText } from '../fields.ts'
import { CONDITION_VERDICTS, CONDITIONS, ELIGIBILITY_ORDERS, ELIGIBILITY_VERDICTS } from '../labels.ts'
import { Exemption, RulePlace } from './eligibility-rules.ts'
import { NamedRef } from './groups.ts'

/** A condition of a student in a department. Shares are in percent with one decimal, and never round up to the minimum. */
export const ConditionStanding = z.object({
  condition: z.enum(CONDITIONS),
  department: NamedRef,
  /** Sessions present of those counted, performances of those required, points of weights, work handed in of that due. */
  reached: z.number(),
  of: z.number(),
  /** Null while nothing is counted. */
  figure: z.nullable(z.number()),
  minimum: z.int(),
  verdict: z.enum(CONDITION_VERDICTS),
  /** The highest that can still be reached; null where nothing was held. */
  highest: z.nullable(z.number()),
  /** Sessions still planned, and how many of them may be missed; below 0, so many are lacking. Of attendance alone. */
  planned: z.nullable(z.int()),
  may_miss: z.nullable(z.int()),
  /** The rule set that says the minimum. */
  rule: RulePlace,
  /** Its reason is null for readers who neither decide nor lead the department. */
  exemption: z.nullable(
    z.object({
      ...z.omit(Exemption, { student_id: true, condition: true, reason: true }).shape,
      reason: z.nullable(z.string()),
    }),
  ),
})
export type ConditionStanding = z.infer<typeof ConditionStanding>

export const EligibilityRow = z.object({
  student_id: z.int(),
  name: z.string(),
  roll_no: z.nullable(z.string()),
  batch: NamedRef,
  verdict: z.enum(ELIGIBILITY_VERDICTS),
  conditions: z.array(ConditionStanding),
})
export type EligibilityRow = z.infer<typeof EligibilityRow>

export const VerdictCounts = z.object({
  eligible: z.int(),
  on_course: z.int(),
  at_risk: z.int(),
  not_eligible: z.int(),
  exempted: z.int(),
  unjudged: z.int(),
})
export type VerdictCounts = z.infer<typeof VerdictCounts>

/**
 * The students of a batch, or of a department, judged by what is chosen: a department's conditions, or one condition,
 * alone. Without a batch a department is needed; for staff of one it is the own.
 */
const place = {
  /** A former day: members, registers, performances, work and exemptions as of its end; results and rules of now. */
  day: optionalDate('Day'),
  batch_id: z.optional(idText('Batch')),
  department_id: z.optional(idText('Department')),
  condition: z.optional(choice('Condition', CONDITIONS)),
}
const filter = {
  ...place,
  verdict: z.optional(choice('Verdict', ELIGIBILITY_VERDICTS)),
  sort: z.optional(choice('Sort', ELIGIBILITY_ORDERS)),
  q: searchText,
}
const failure = 'Failed to fetch eligibility'
/** Letters warn of what can still be reached, so they are of now. */
const { day: _, ...letterFilter } = filter
const action = 'eligibility:read' as const
const exportFailure = 'Failed to export eligibility'

export const eligibility = {
  list: list('/eligibility', {
    summary:
      'The active students of a batch or department with what they have reached of each condition; by roll number, or the worst first',
    action,
    query: filter,
    row: EligibilityRow,
    failure,
  }),
  counts: get('/eligibility/counts', {
    summary: 'How many of them have each verdict',
    action,
    query: z.object({ ...place, q: searchText }),
    reply: one(VerdictCounts),
    failure,
  }),
  ofStudent: get('/eligibility/students/:id', {
    summary: 'One active student with every condition; staff of a department are told of its conditions alone',
    action,
    query: z.object({ day: place.day }),
    reply: one(EligibilityRow),
    failure,
  }),
  own: get('/eligibility/own', {
    summary: 'The calling student’s own conditions',
    action: 'eligibility:own',
    reply: one(EligibilityRow),
    failure,
  }),
}

/** The list as files. */
export const eligibilityFiles = {
  exportList: get('/eligibility/export/:format', {
    summary: 'The list as a file, as it is on the screen',
    action,
    params: { format: choice('Format', ['pdf', 'csv', 'xlsx']) },
    query: z.object(filter),
    file: { type: 'application/pdf', description: 'A PDF, CSV or XLSX file' },
    costly: true,
    failure: exportFailure,
  }),
  printLetters: get('/eligibility/print', {
    summary: 'A letter about each listed student who is at risk or not eligible, in one file',
    action,
    query: z.object(letterFilter),
    file: { type: 'application/pdf', description: 'A PDF' },
    costly: true,
    failure: exportFailure,
  }),
}
