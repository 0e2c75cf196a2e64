import type { ReportingEntry } from '../../../shared/contract/reporting-entries.ts'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { awaitsReply } from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { studentOf } from '../../core/scope.ts'

/** Actions of the person who handles a case: they tell nothing of its reporter. */
const BY_HANDLER: readonly ReportingEntry['kind'][] = [
  'responded',
  'awaited',
  'escalated',
  'resolved',
  'closed',
  'reopened',
]

/**
 * True when an entry may have its reporter for an author. A reader who may not know the reporter is told the author of
 * no such entry: the only one without an author would tell.
 */
export const mayBeReporters = (kind: ReportingEntry['kind']): boolean => !BY_HANDLER.includes(kind)

/** The words of an entry for a case that was hidden from students, or is no more. No student is shown it. */
export const HIDING = 'Hide from student'

/**
 * True when an addition is a reply: by a student, or by a reporter who was asked, unless the case is that person's own.
 */
export const isReply = (caller: Caller, reporting: Pick<Reporting, 'status' | 'parts'>): boolean =>
  studentOf(caller) !== undefined ||
  (awaitsReply(reporting) && reporting.parts.includes('reporter') && !reporting.parts.includes('assignee'))
