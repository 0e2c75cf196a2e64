import type { Generated, GeneratedAlways } from 'kysely'
import type { REPORT_ENTRY_KINDS } from '../../shared/contract/reporting-entries.ts'
import type {
  REPORT_CATEGORIES,
  REPORT_LEVELS,
  REPORT_PRIORITIES,
  REPORT_SEVERITIES,
  REPORT_STATUSES,
} from '../../shared/labels.ts'
import type { Id, Instant, NullableInstant, Stamps, Word } from './columns.ts'

/** Incident and disciplinary cases, with what happened to each. */
export interface ReportingTables {
  /** The last number that was given in a year, and how many cases of the year are no longer kept. */
  reporting_numbers: { year: number; last: number; removed: Generated<number> }
  reportings: Stamps & {
    id: Id
    case_number: string
    title: string
    description: string
    student_id: number
    assigned_to: number
    reported_by: number
    reported_at: Instant
    assigned_at: Instant
    /** Since when it is the assignee's turn. */
    turn_since: Instant
    /** The assignee who was sent a mail about it, last of all. */
    mailed_to: number | null
    escalated_at: NullableInstant
    escalated_to: number | null
    escalation_reason: string | null
    initial_response: string | null
    resolved_at: NullableInstant
    resolution_notes: string | null
    category: Generated<Word<typeof REPORT_CATEGORIES>>
    severity: Generated<Word<typeof REPORT_SEVERITIES>>
    priority: Generated<Word<typeof REPORT_PRIORITIES>>
    status: Generated<Word<typeof REPORT_STATUSES>>
    current_level: Word<typeof REPORT_LEVELS>
    requires_immediate_attention: Generated<boolean>
    is_confidential: Generated<boolean>
    internal_notes: string | null
    withdrawn_at: NullableInstant
    withdrawn_by: number | null
    /**
     * The rank by whose turn it is: cases that wait for an answer, then those being handled, then those that are done.
     */
    turn_rank: GeneratedAlways<number>
    severity_rank: GeneratedAlways<number>
  }
  /** The present and former assignees of cases. */
  reporting_assignees: { reporting_id: number; staff_id: number }
  reporting_entries: {
    id: Id
    reporting_id: number
    kind: Word<typeof REPORT_ENTRY_KINDS>
    author_id: number | null
    text: string | null
    staff_id: number | null
    level: Word<typeof REPORT_LEVELS> | null
    at: Instant
  }
  reporting_files: {
    id: Id
    reporting_entry_id: number
    position: number
    name: string
    type: string
    size: number
    sha256: Buffer
    storage_key: string
  }
}
