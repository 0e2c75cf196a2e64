import type { ReportingEntry } from '../../../shared/contract/reporting-entries.ts'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { awaitsReply } from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { studentOf } from '../../core/scope.ts'

/** What is done by who handles a case: it tells nothing of who has filed it. */
const BY_HANDLER: readonly ReportingEntry['kind'][] = [
  'responded',
  'awaited',
  'escalated',
  'resolved',
  'closed',
  'reopened',
]

/**
 * Whether an entry may have its reporter for an author. A reader who is not told who that is, is told the author of no
 * such entry: the one that has none would tell.
 */
export const mayBeReporters = (kind: ReportingEntry['kind']): boolean => !BY_HANDLER.includes(kind)

/** How an entry says that a case was hidden from students, or is no more. No student is shown it. */
export const HIDING = 'Hide from student'

/** What a student adds is a reply, and so is what a reporter adds who was asked, unless the case is that person's own. */
export const isReply = (caller: Caller, reporting: Pick<Reporting, 'status' | 'parts'>): boolean =>
  studentOf(caller) !== undefined ||
  (awaitsReply(reporting) && reporting.parts.includes('reporter') && !reporting.parts.includes('assignee'))
