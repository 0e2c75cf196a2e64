import type { Generated, GeneratedAlways } from 'kysely'
import type { ATTENDANCE_STATUSES, SESSION_STATUSES } from '../../shared/labels.ts'
import type { YEARS } from '../../shared/limits.ts'
import type { Id, Instant, NullableInstant, Stamps, Word } from './columns.ts'

/** Sessions of a group, what its students were marked in them, and what the database counts of both. */
export interface AttendanceTables {
  attendance_sessions: Stamps & {
    id: Id
    department_id: number
    batch_id: number
    year: Word<typeof YEARS> | null
    group_id: number
    activity_date: string
    start_time: string
    end_time: string
    staff_id: number
    status: Generated<Word<typeof SESSION_STATUSES>>
    remarks: string | null
    taken_by: number | null
    taken_at: NullableInstant
    taken_key: string | null
    created_by: number | null
    /** Its entries of each status; the database counts them. */
    present: GeneratedAlways<number>
    absent: GeneratedAlways<number>
    leave: GeneratedAlways<number>
  }
  attendance_submissions: {
    id: Id
    attendance_session_id: number
    /** The session's; the database adds it where it is left out. */
    department_id: Generated<number>
    student_id: number
    status: Word<typeof ATTENDANCE_STATUSES>
    remarks: string | null
    updated_at: Instant
  }
  /** A student's entries in the completed sessions of a department; the database counts them. */
  attendance_standings: {
    student_id: GeneratedAlways<number>
    department_id: GeneratedAlways<number>
    present: GeneratedAlways<number>
    absent: GeneratedAlways<number>
    leave: GeneratedAlways<number>
  }
  /** Sessions, and entries of each status, counted by the database. */
  attendance_session_counts: {
    group_id: GeneratedAlways<number>
    status: GeneratedAlways<Word<typeof SESSION_STATUSES>>
    department_id: GeneratedAlways<number>
    batch_id: GeneratedAlways<number>
    sessions: GeneratedAlways<number>
    present: GeneratedAlways<number>
    absent: GeneratedAlways<number>
    leave: GeneratedAlways<number>
  }
}
