import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { choice, idField, idText, optionalId, optionalText, readAt, searchText } from '../fields.ts'
import { REPORT_CATEGORIES, REPORT_LEVELS, REPORT_PRIORITIES, REPORT_SEVERITIES, REPORT_STATUSES } from '../labels.ts'
import { CASES_A_DAY } from '../limits.ts'
import { title } from '../names.ts'
import { REPORT_PARTS } from '../policies/reportings.ts'
import { NamedRef, StudentRef } from './groups.ts'

/** An incident or disciplinary case: a report, on the screens. */
export const Reporting = z.object({
  id: z.int(),
  case_number: z.string(),
  title: z.string(),
  description: z.string(),
  student_id: z.int(),
  student: StudentRef,
  /** A staff member's id. */
  assigned_to: z.int(),
  assignee: NamedRef,
  /** An account's id; null for the student concerned when somebody else filed the report. */
  reported_by: z.nullable(z.int()),
  reporter: z.nullable(NamedRef),
  reported_at: z.string(),
  assigned_at: z.string(),
  /** The time since which the assignee's answer is awaited. */
  turn_since: z.string(),
  escalated_at: z.nullable(z.string()),
  /** A staff member's id; reopening clears it. */
  escalated_to: z.nullable(z.int()),
  escalation_target: z.nullable(NamedRef),
  escalation_reason: z.nullable(z.string()),
  initial_response: z.nullable(z.string()),
  resolved_at: z.nullable(z.string()),
  resolution_notes: z.nullable(z.string()),
  category: z.enum(REPORT_CATEGORIES),
  severity: z.enum(REPORT_SEVERITIES),
  priority: z.enum(REPORT_PRIORITIES),
  status: z.enum(REPORT_STATUSES),
  current_level: z.enum(REPORT_LEVELS),
  requires_immediate_attention: z.boolean(),
  /** Hidden from the student concerned. Like the notes it is null for every student. */
  is_confidential: z.nullable(z.boolean()),
  internal_notes: z.nullable(z.string()),
  /** The caller's parts in the case. */
  parts: z.array(z.enum(REPORT_PARTS)),
  /** It is the caller's turn. */
  is_waiting: z.boolean(),
  /** Days of the college's calendar from the report to its resolution or today. */
  days_open: z.int(),
  is_overdue: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Reporting = z.infer<typeof Reporting>

export const ReportAssignee = z.object({
  id: z.int(),
  name: z.string(),
  department: NamedRef,
  level: z.enum(REPORT_LEVELS),
})
export type ReportAssignee = z.infer<typeof ReportAssignee>

/** A case as its student's record counts it, without its content and course. */
export const StudentCase = z.object({
  case_number: z.string(),
  category: z.enum(REPORT_CATEGORIES),
  /** False when somebody else filed it about the student. */
  is_own: z.boolean(),
  reported_at: z.string(),
  resolved_at: z.nullable(z.string()),
})
export type StudentCase = z.infer<typeof StudentCase>

export const WithdrawnReporting = z.object({
  id: z.int(),
  case_number: z.string(),
  title: z.string(),
  is_confidential: z.boolean(),
  student: StudentRef,
  withdrawn_at: z.string(),
  withdrawer: z.nullable(NamedRef),
})
export type WithdrawnReporting = z.infer<typeof WithdrawnReporting>

/** Refuses a report without an assignee; the form has the same text. */
export const NO_ASSIGNEE = 'Please select who to report to'

const reportFields = {
  title: title('Title'),
  description: z.pipe(optionalText('Description'), z.string('Description is required')),
  student_id: z.pipe(optionalId('Student'), z.int('Student is required')),
  assigned_to: idField('Assignee', NO_ASSIGNEE),
  category: choice('Category', REPORT_CATEGORIES),
  severity: choice('Severity', REPORT_SEVERITIES),
  priority: z.optional(choice('Priority', REPORT_PRIORITIES)),
  requires_immediate_attention: z.optional(z.boolean('Requires immediate attention must be yes or no')),
  // Students send back the null that they got.
  is_confidential: z.pipe(
    z.optional(z.nullable(z.boolean('Hide from student must be yes or no'))),
    z.transform((hidden) => hidden ?? undefined),
  ),
  internal_notes: optionalText('Internal notes'),
}

export const ReportingInput = z.object(reportFields)

/** A missing field stays as stored. Another `status` acts: under_review, escalated and resolved each with its texts. */
export const ReportingChange = z.object({
  ...z.partial(z.object(reportFields)).shape,
  status: z.optional(choice('Status', REPORT_STATUSES)),
  initial_response: optionalText('Initial response'),
  escalation_reason: optionalText('Escalation reason'),
  escalated_to: optionalId('Staff member to escalate to'),
  resolution_notes: optionalText('Resolution notes'),
  ...readAt,
})

/** The errors of an action, by field. The screen shows the same. */
export const ACTION_TEXTS = {
  initial_response: 'Please enter an initial response',
  escalation_reason: 'Please enter a reason for escalation',
  escalated_to: 'Please select a staff member to escalate to',
  resolution_notes: 'Please enter resolution notes',
} as const

const ReportingResponse = z.object({
  response: z.pipe(optionalText('Initial response'), z.string(ACTION_TEXTS.initial_response)),
  ...readAt,
})

/** The lists of cases by the caller's part in them, and the turns that they can be narrowed to. */
export const REPORT_LISTS = ['assigned', 'reported', 'other'] as const
export const REPORT_TURNS = ['mine', 'overdue'] as const
export const REPORT_SORTS = ['turn', 'reported_at', 'case_number', 'severity'] as const

export const reportings = {
  list: list('/reportings', {
    summary: 'Reports that the caller has filed, is or was given, or may read; a student also those about the student',
    action: 'reportings:read',
    query: {
      q: searchText,
      list: z.optional(choice('list', REPORT_LISTS)),
      status: z.optional(choice('Status', REPORT_STATUSES)),
      severity: z.optional(choice('Severity', REPORT_SEVERITIES)),
      category: z.optional(choice('Category', REPORT_CATEGORIES)),
      student_id: z.optional(idText('Student')),
      turn: z.optional(choice('turn', REPORT_TURNS)),
      sort: z.optional(choice('sort', REPORT_SORTS)),
      order: z.optional(choice('order', ['asc', 'desc'])),
    },
    row: Reporting,
    failure: 'Failed to fetch reportings',
  }),
  waiting: get('/reportings/waiting', {
    summary: 'How many reports wait for the caller, and how many of them are overdue',
    action: 'reportings:read',
    isAside: true,
    reply: one(z.object({ waiting: z.int(), overdue: z.int() })),
    failure: 'Failed to fetch reportings',
  }),
  assignees: list('/reportings/assignees', {
    summary: 'Staff whom a report can be given to, by name',
    action: 'reportings:create',
    query: { q: searchText },
    row: ReportAssignee,
    failure: 'Failed to fetch reportings',
  }),
  withdrawn: list('/reportings/withdrawn', {
    summary: 'Reports that were withdrawn, newest first',
    action: 'reportings:read-withdrawn',
    row: WithdrawnReporting,
    failure: 'Failed to fetch reportings',
  }),
  ofStudent: list('/reportings/student/:student_id', {
    summary: 'How many reports there are about a student, of which categories and when; nothing of what they say',
    action: 'reportings:read-student',
    row: StudentCase,
    failure: 'Failed to fetch reportings',
  }),
  read: get('/reportings/:id', {
    summary: 'One report; reading a confidential one is written into the trail',
    action: 'reportings:read',
    reply: one(Reporting),
    failure: 'Failed to fetch reportings',
  }),
  create: create('/reportings', {
    aDay: CASES_A_DAY,
    summary: 'File a report; a student files about the own person',
    action: 'reportings:create',
    body: ReportingInput,
    ownStudent: 'student_id',
    reply: one(Reporting),
    failure: 'Failed to create reporting',
  }),
  update: put('/reportings/:id', {
    summary: 'Change a report, or act on it by another status',
    action: 'reportings:change',
    body: ReportingChange,
    reply: one(Reporting),
    failure: 'Failed to update reporting',
  }),
  remove: remove('/reportings/:id', {
    summary: 'Withdraw a report: it is kept for administrators, and its number is never used again',
    action: 'reportings:change',
    failure: 'Failed to delete reporting',
  }),
  respond: post('/reportings/:id/response', {
    goesOn: 'change',
    summary: 'Save the initial response',
    action: 'reportings:handle',
    body: ReportingResponse,
    reply: one(Reporting),
    failure: 'Failed to add response',
  }),
}
