import type { ReportingEntry } from '../../shared/contract/reporting-entries.ts'
import type { Reporting } from '../../shared/contract/reportings.ts'
import { stamps } from './records.ts'

/** A report as in `records.ts`: it waits for its assignee, and its reporter reads it. */
export const reporting = (changes: Partial<Reporting> = {}): Reporting => ({
  id: 60,
  case_number: 'CASE-2026-00042',
  title: 'Needle left on a bed',
  description: 'A used needle lay on bed 4.',
  student_id: 11,
  student: { id: 11, name: 'Ali Raza', roll_no: 'MBBS-24001', status: 'active' },
  assigned_to: 21,
  assignee: { id: 21, name: 'Sana Malik' },
  reported_by: 7,
  reporter: { id: 7, name: 'Ayesha Khan' },
  reported_at: '2026-03-02T04:00:00.000Z',
  turn_since: '2026-03-02T04:00:00.000Z',
  assigned_at: '2026-03-02T04:00:00.000Z',
  escalated_at: null,
  escalated_to: null,
  escalation_target: null,
  escalation_reason: null,
  initial_response: null,
  resolved_at: null,
  resolution_notes: null,
  category: 'other',
  severity: 'medium',
  priority: 'normal',
  status: 'open',
  current_level: 'faculty',
  requires_immediate_attention: false,
  is_confidential: false,
  internal_notes: null,
  parts: ['reporter'],
  is_waiting: false,
  days_open: 2,
  is_overdue: false,
  ...stamps,
  ...changes,
})

/** The first entry of the case file. */
export const reportingEntry = (changes: Partial<ReportingEntry> = {}): ReportingEntry => ({
  id: 600,
  kind: 'created',
  at: '2026-03-02T04:00:00.000Z',
  author: { id: 7, name: 'Ayesha Khan' },
  text: null,
  staff: null,
  level: null,
  files: [],
  ...changes,
})
