import { sql, type UpdateObject } from 'kysely'
import { ACTION_TEXTS } from '../../../shared/contract/reportings.ts'
import { REPORT_NEXT } from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { studentOf } from '../../core/scope.ts'
import type { Tables, Tx } from '../../db/types.ts'
import { levelOf, noteAssignee, placeReporting } from './assignment.writes.ts'
import { isTiedToStudent } from './entries.reads.ts'
import { HIDING } from './entries.rules.ts'
import type { NewEntry } from './entries.writes.ts'
import {
  type Acting,
  type ReportingChange,
  type ReportingRecord,
  refuseIncomplete,
  refuseReportAction,
} from './rules.ts'

// The result of a case's change: the columns that are set, and the entries that tell of it.

type Values = UpdateObject<Tables, 'reportings'>

/** The fields of the report itself; the rest of a change belongs to an action. */
type Fields = Omit<
  ReportingChange,
  'updated_at' | 'status' | 'initial_response' | 'escalation_reason' | 'escalated_to' | 'resolution_notes'
>

/** The fields of a report that a student sets; the rest is not theirs. */
const STUDENTS_OWN = ['title', 'description', 'assigned_to', 'category', 'severity', 'priority'] as const

export const ofStudent = <F extends Fields>(fields: F): Pick<F, (typeof STUDENTS_OWN)[number]> =>
  Object.fromEntries(STUDENTS_OWN.map((field) => [field, fields[field]])) as Pick<F, (typeof STUDENTS_OWN)[number]>

export const NOW = sql<string>`now()`

/** The fields that differ from what the caller was shown; what an action sets is not among them. */
export function changedFields(
  caller: Caller,
  reporting: ReportingRecord,
  change: ReportingChange,
  action: Acting | undefined,
): Fields {
  const { updated_at, status, initial_response, escalation_reason, escalated_to, resolution_notes, ...fields } = change
  const asked: Fields = studentOf(caller) ? ofStudent(fields) : fields
  return Object.fromEntries(
    Object.entries(asked).filter(([field, value]) => {
      // An escalation may name the new assignee twice.
      if (action === 'escalate' && field === 'assigned_to' && value === escalated_to) return false
      return value !== undefined && value !== reporting[field as keyof ReportingRecord]
    }),
  )
}

/**
 * The names of edited fields in an entry. A field that students are not shown is not for everybody who reads the entry.
 */
const FIELD_NAMES: Partial<Record<keyof Fields, string>> = {
  title: 'Title',
  description: 'Description',
  student_id: 'Student',
  assigned_to: 'Assignee',
  category: 'Category',
  severity: 'Severity',
  priority: 'Priority',
  requires_immediate_attention: 'Requires immediate attention',
}

export interface Step {
  values: Values
  entries: NewEntry[]
}

/**
 * Returns the step of an edit of the report itself. A new assignee has all actions again: an escalation is cleared.
 * @throws 403, 409 when the caller may not edit it, or not any more; 409 for another student of a case whose file is
 * begun
 */
export async function editing(tx: Tx, caller: Caller, reporting: ReportingRecord, fields: Fields): Promise<Step> {
  refuseReportAction('edit', reporting)
  const { student_id = reporting.student_id, assigned_to = reporting.assigned_to } = fields
  const named = Object.keys(fields).flatMap((field) => FIELD_NAMES[field as keyof Fields] ?? [])
  if ('student_id' in fields && (await isTiedToStudent(tx, reporting)))
    throw conflict('The student can no longer be changed: the file of the report is about this one.')
  const step: Step = { values: fields, entries: named.length > 0 ? [{ kind: 'edited', text: named.join(', ') }] : [] }
  // An entry of its own, for students are not shown it.
  if ('is_confidential' in fields) step.entries.push({ kind: 'edited', text: HIDING })
  if (!('student_id' in fields || 'assigned_to' in fields)) return step
  const current_level = await placeReporting(tx, caller, { student_id, assigned_to }, 'student_id' in fields)
  if (assigned_to === reporting.assigned_to) return step
  await noteAssignee(tx, reporting.id, assigned_to)
  return {
    values: { ...fields, current_level, escalated_to: null, assigned_at: NOW, turn_since: NOW },
    entries: [...step.entries, { kind: 'assigned', staff_id: assigned_to, level: current_level }],
  }
}

/** @throws 403, 409 when the caller may not do this, or not in this state; 422 for what it needs */
export async function acting(
  tx: Tx,
  reporting: ReportingRecord,
  action: Acting,
  change: ReportingChange,
  studentId: number,
): Promise<Step> {
  refuseReportAction(action, reporting)
  refuseIncomplete(action, change)
  const status = REPORT_NEXT[action]
  switch (action) {
    case 'respond': {
      const { initial_response } = change
      return { values: { status, initial_response }, entries: [{ kind: 'responded', text: initial_response }] }
    }
    case 'await':
      return { values: { status, turn_since: NOW }, entries: [{ kind: 'awaited' }] }
    case 'escalate':
      return escalating(tx, reporting, change, studentId)
    case 'resolve': {
      const { resolution_notes } = change
      const values = { status, resolution_notes, resolved_at: NOW }
      return { values, entries: [{ kind: 'resolved', text: resolution_notes }] }
    }
    case 'close':
      return { values: { status }, entries: [{ kind: 'closed' }] }
    case 'reopen': {
      const values = { status, escalated_to: null, resolved_at: null, turn_since: NOW }
      return { values, entries: [{ kind: 'reopened' }] }
    }
  }
}

/** The case goes to somebody else, at the level of that person. */
async function escalating(
  tx: Tx,
  reporting: ReportingRecord,
  { escalated_to, escalation_reason }: ReportingChange,
  studentId: number,
): Promise<Step> {
  if (!escalated_to) throw invalid({ escalated_to: [ACTION_TEXTS.escalated_to] })
  if (escalated_to === reporting.assigned_to)
    throw invalid({ escalated_to: ['The report is with this staff member already'] })
  const current_level = await levelOf(tx, escalated_to, studentId)
  await noteAssignee(tx, reporting.id, escalated_to)
  return {
    values: {
      status: REPORT_NEXT.escalate,
      escalated_to,
      escalation_reason,
      escalated_at: NOW,
      assigned_to: escalated_to,
      assigned_at: NOW,
      turn_since: NOW,
      current_level,
    },
    entries: [{ kind: 'escalated', text: escalation_reason, staff_id: escalated_to, level: current_level }],
  }
}
