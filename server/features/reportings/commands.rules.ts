import { ACTION_TEXTS } from '../../../shared/contract/reportings.ts'
import { REPORT_NEXT } from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { studentOf } from '../../core/scope.ts'
import type { ReportingChange, ReportingRecord } from './rules.ts'

// On the wire a case is changed by its fields and its status. Here that becomes an edit, an action, or both.

type Action = keyof typeof REPORT_NEXT
type Text = string | null | undefined

/** An action with what it needs, which may still be empty. */
export type ReportCommand =
  | { kind: 'respond'; response: Text }
  | { kind: 'escalate'; to: number | null | undefined; reason: Text }
  | { kind: 'resolve'; notes: Text }
  | { kind: 'await' | 'close' | 'reopen' }

/** The fields of the report itself; the rest of a change belongs to an action. */
export type ReportFields = Omit<ReportingChange, 'updated_at' | 'status' | ActionField>

type ActionField = keyof typeof ACTION_TEXTS
const ACTION_FIELDS = Object.keys(ACTION_TEXTS) as ActionField[]

/** The fields that an action needs, and that it alone saves. */
const SAVED_BY: Record<ActionField, Action> = {
  initial_response: 'respond',
  escalation_reason: 'escalate',
  escalated_to: 'escalate',
  resolution_notes: 'resolve',
}

/**
 * Returns the action of a change's status. A status that is stored already acts as well when a field that the action
 * needs differs from the stored one: the whole record sent back as it was read does nothing.
 * @throws 409 for a status that nothing leads to; 422 for fields that the change would lose, as its status does not
 * save them
 */
function actionOf(reporting: ReportingRecord, change: ReportingChange): Action | undefined {
  const { status } = change
  const isOther = (field: ActionField) => change[field] !== undefined && change[field] !== reporting[field]
  const action = (Object.keys(REPORT_NEXT) as Action[]).find((one) => REPORT_NEXT[one] === status)
  if (status !== undefined && status !== reporting.status && !action)
    throw conflict('A report does not become open again.')
  const others = ACTION_FIELDS.filter(isOther)
  const acts = status !== reporting.status || others.some((field) => SAVED_BY[field] === action)
  // A form may send the empty texts of its other actions along.
  const lost = others.filter((field) => change[field] && !(acts && SAVED_BY[field] === action))
  if (lost.length > 0)
    throw invalid(
      Object.fromEntries(lost.map((field) => [field, [`Only the status ${REPORT_NEXT[SAVED_BY[field]]} saves this`]])),
    )
  return acts ? action : undefined
}

/** The fields of a report that a student sets; the rest is not theirs. */
const STUDENTS_OWN = ['title', 'description', 'assigned_to', 'category', 'severity', 'priority'] as const

export const ofStudent = <F extends ReportFields>(fields: F): Pick<F, (typeof STUDENTS_OWN)[number]> =>
  Object.fromEntries(STUDENTS_OWN.map((field) => [field, fields[field]])) as Pick<F, (typeof STUDENTS_OWN)[number]>

/**
 * Reads a change of the wire: the fields that differ from those that the caller was shown, and the action of its status.
 * @throws 409, 422 as `actionOf` does
 */
export function readChange(
  caller: Caller,
  reporting: ReportingRecord,
  change: ReportingChange,
): { fields: ReportFields; command: ReportCommand | undefined } {
  const { updated_at, status, initial_response, escalation_reason, escalated_to, resolution_notes, ...all } = change
  const kind = actionOf(reporting, change)
  const asked: ReportFields = studentOf(caller) ? ofStudent(all) : all
  const fields = Object.entries(asked).filter(([field, value]) => {
    // An escalation may name the new assignee twice.
    if (kind === 'escalate' && field === 'assigned_to' && value === escalated_to) return false
    return value !== undefined && value !== reporting[field as keyof ReportingRecord]
  })
  const needed = { response: initial_response, to: escalated_to, reason: escalation_reason, notes: resolution_notes }
  return { fields: Object.fromEntries(fields), command: kind && { kind, ...needed } }
}

/** Makes the 422 on each field that an action needs and that is empty. */
export const incomplete = (needed: Partial<Record<ActionField, Text | number>>) =>
  invalid(
    Object.fromEntries(
      ACTION_FIELDS.filter((field) => field in needed && !needed[field]).map((field) => [field, [ACTION_TEXTS[field]]]),
    ),
  )
