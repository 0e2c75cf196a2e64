import type { Generated } from 'kysely'
import type { LEAVE_STATUSES } from '../../shared/labels.ts'
import type { Id, Instant, NullableInstant, Word } from './columns.ts'

/** Tables of the leave that students ask for, and of the departments' answers. */
export interface LeaveTables {
  leaves: {
    id: Id
    student_id: number
    /** Null, like the last day, where sessions are asked for. */
    first_day: string | null
    last_day: string | null
    reason: string
    created_at: Instant
  }
  leave_answers: {
    leave_id: number
    student_id: number
    department_id: number
    status: Generated<Word<typeof LEAVE_STATUSES>>
    note: string | null
    answered_by: number | null
    answered_at: NullableInstant
    updated_at: Instant
  }
  leave_sessions: { leave_id: number; attendance_session_id: number }
  leave_files: { leave_id: number; name: string; type: string; size: number; sha256: Buffer; storage_key: string }
}
