import { sql, type UpdateObject } from 'kysely'
import { REPORT_NEXT } from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, invalid } from '../../core/errors.ts'
import type { Tables, Tx } from '../../db/types.ts'
import { levelOf, noteAssignee, placeReporting } from './assignment.writes.ts'
import { incomplete, type ReportCommand, type ReportFields } from './commands.rules.ts'
import { isTiedToStudent } from './entries.reads.ts'
import { HIDING } from './entries.rules.ts'
import type { NewEntry } from './entries.writes.ts'
import { type ReportingRecord, refuseReportAction } from './rules.ts'

// The result of a case's change: the columns that are set, and the entries that tell of it.

type Values = UpdateObject<Tables, 'reportings'>

export const NOW = sql<string>`now()`

/**
 * The names of edited fields in an entry. A field that students are not shown is not for everybody who reads the entry.
 */
const FIELD_NAMES: Partial<Record<keyof ReportFields, string>> = {
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
export async function prepareEdit(
  tx: Tx,
  caller: Caller,
  reporting: ReportingRecord,
  fields: ReportFields,
): Promise<Step> {
  refuseReportAction('edit', reporting)
  const { student_id = reporting.student_id, assigned_to = reporting.assigned_to } = fields
  const named = Object.keys(fields).flatMap((field) => FIELD_NAMES[field as keyof ReportFields] ?? [])
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

/**
 * Returns the step of an action.
 * @throws 403, 409 when the caller may not do this, or not in this state; 422 for what it needs
 */
export async function prepareAction(
  tx: Tx,
  reporting: ReportingRecord,
  command: ReportCommand,
  studentId: number,
): Promise<Step> {
  refuseReportAction(command.kind, reporting)
  const status = REPORT_NEXT[command.kind]
  switch (command.kind) {
    case 'respond': {
      const { response: initial_response } = command
      if (!initial_response) throw incomplete({ initial_response })
      return { values: { status, initial_response }, entries: [{ kind: 'responded', text: initial_response }] }
    }
    case 'await':
      return { values: { status, turn_since: NOW }, entries: [{ kind: 'awaited' }] }
    case 'escalate':
      return prepareEscalation(tx, reporting, command, studentId)
    case 'resolve': {
      const { notes: resolution_notes } = command
      if (!resolution_notes) throw incomplete({ resolution_notes })
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
async function prepareEscalation(
  tx: Tx,
  reporting: ReportingRecord,
  { to, reason }: Extract<ReportCommand, { kind: 'escalate' }>,
  studentId: number,
): Promise<Step> {
  if (!to || !reason) throw incomplete({ escalation_reason: reason, escalated_to: to })
  if (to === reporting.assigned_to) throw invalid({ escalated_to: ['The report is with this staff member already'] })
  const current_level = await levelOf(tx, to, studentId)
  await noteAssignee(tx, reporting.id, to)
  return {
    values: {
      status: REPORT_NEXT.escalate,
      escalated_to: to,
      escalation_reason: reason,
      escalated_at: NOW,
      assigned_to: to,
      assigned_at: NOW,
      turn_since: NOW,
      current_level,
    },
    entries: [{ kind: 'escalated', text: reason, staff_id: to, level: current_level }],
  }
}
