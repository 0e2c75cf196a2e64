import type * as z from 'zod/mini'
import type { Reporting, ReportingChange as ReportingChangeSchema } from '../../../shared/contract/reportings.ts'
import {
  type ReportAction,
  type ReportPart,
  reportRefusal,
  UNANSWERED_STATUSES,
  WAITING_STATUSES,
} from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, forbidden } from '../../core/errors.ts'

export type ReportingChange = z.output<typeof ReportingChangeSchema>

const DAY_MS = 86_400_000

/** A case as it is read; what depends on the college's settings is added when it is told. */
export interface ReportingRecord extends Omit<Reporting, 'is_overdue' | 'is_confidential'> {
  is_confidential: boolean
  /** True when it is read by a student, who is not told whether it is confidential. */
  is_for_student: boolean
}

interface CasePeople {
  assigned_to: number
  reported_by: number
  student_id: number
  is_confidential: boolean
  /** True when the caller has it or has had it. */
  was_given: boolean
}

export function partsOf(caller: Caller, row: CasePeople): ReportPart[] {
  const isAssignee = caller.staff?.id === row.assigned_to
  const held: Record<ReportPart, boolean> = {
    administrator: caller.roles.includes('admin'),
    principal: caller.roles.includes('principal'),
    assignee: isAssignee,
    former: row.was_given && !isAssignee,
    reporter: row.reported_by === caller.id,
    // A student who has filed the own case is not told by this either whether it is hidden.
    concerned: row.student_id === caller.student?.id && (!row.is_confidential || row.reported_by === caller.id),
  }
  return (Object.keys(held) as ReportPart[]).filter((part) => held[part])
}

export const isOneOf = <T extends string>(words: readonly T[], word: string) => words.some((one) => one === word)

/** True when a case waits for somebody with these parts. */
export const waitsFor = (parts: readonly ReportPart[], status: Reporting['status']): boolean =>
  isOneOf(WAITING_STATUSES, status)
    ? parts.includes('assignee')
    : status === 'pending_response' && (parts.includes('reporter') || parts.includes('concerned'))

/** A case as it is told, overdue when nobody has answered for more than so many days. */
export const asTold = (
  { is_for_student, is_confidential, ...record }: ReportingRecord,
  responseDays: number,
  now = Date.now(),
): Reporting => ({
  ...record,
  is_confidential: is_for_student ? null : is_confidential,
  is_overdue:
    isOneOf(UNANSWERED_STATUSES, record.status) && now - Date.parse(record.turn_since) > responseDays * DAY_MS,
})

/** @throws 403 where such a person never may, 409 with what the state refuses */
export function refuseReportAction(action: ReportAction, seen: Pick<Reporting, 'status' | 'parts'>): void {
  const refusal = reportRefusal(action, seen)
  if (refusal === 'never') throw forbidden()
  if (refusal !== undefined) throw conflict(refusal)
}
