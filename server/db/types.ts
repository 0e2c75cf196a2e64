import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable, Transaction } from 'kysely'
import type { NewsWord } from '../../shared/contract/today.ts'
import type {
  BATCH_STATUSES,
  DEPARTMENT_STATUSES,
  DEPARTMENT_TYPES,
  GROUP_STATUSES,
  LINK_STATUSES,
  PERSON_GENDERS,
  STAFF_STATUSES,
  STUDENT_STATUSES,
  SUBMISSION_STATUSES,
  TASK_STATUSES,
  TASK_TYPES,
} from '../../shared/labels.ts'
import type { YEARS } from '../../shared/limits.ts'
import type { AccessTables } from './access-tables.ts'
import type { AssessmentTables } from './assessment-tables.ts'
import type { AttendanceTables } from './attendance-tables.ts'
import type { Id, Instant, NullableInstant, Stamps, Word } from './columns.ts'
import type { FeedbackTables } from './feedback-tables.ts'
import type { LeaveTables } from './leave-tables.ts'
import type { ReportingTables } from './reporting-tables.ts'
import type { RunningTables } from './running-tables.ts'

interface PersonFacts {
  phone: string | null
  /** The number's key, by which it is searched (migration 0048). The database keeps it. */
  phone_digits: GeneratedAlways<string | null>
  gender: Word<typeof PERSON_GENDERS> | null
  date_of_birth: string | null
  description: string | null
}

export interface Tables
  extends AccessTables,
    AssessmentTables,
    AttendanceTables,
    FeedbackTables,
    LeaveTables,
    ReportingTables,
    RunningTables {
  secrets: { name: string; value: Buffer }
  departments: Stamps & {
    id: Id
    name: string
    type: Generated<Word<typeof DEPARTMENT_TYPES>>
    status: Generated<Word<typeof DEPARTMENT_STATUSES>>
  }
  designations: Stamps & { id: Id; name: string }
  staff: Stamps &
    PersonFacts & {
      id: Id
      user_id: number
      department_id: number
      designation_id: number
      role_id: number | null
      date_of_joining: string | null
      date_of_leaving: string | null
      date_of_retirement: string | null
      status: Generated<Word<typeof STAFF_STATUSES>>
      /** The account's name, kept by the database. */
      sort_name: ColumnType<string, undefined, never>
    }
  batches: Stamps & {
    id: Id
    name: string
    current_year: Word<typeof YEARS>
    description: string | null
    status: Generated<Word<typeof BATCH_STATUSES>>
  }
  students: Stamps &
    PersonFacts & {
      id: Id
      user_id: number
      roll_no: string | null
      role_id: number | null
      date_of_admission: string | null
      current_year: Word<typeof YEARS> | null
      status: Generated<Word<typeof STUDENT_STATUSES>>
    }
  student_batches: {
    id: Id
    student_id: number
    batch_id: number
    status: Generated<Word<typeof LINK_STATUSES>>
    created_at: Instant
    ended_at: NullableInstant
  }
  groups: Stamps & {
    id: Id
    name: string
    /** As it is searched, and there once, kept by the database. */
    name_folded: GeneratedAlways<string>
    batch_id: number
    department_id: number
    department_type: Generated<'academic'>
    description: string | null
    status: Generated<Word<typeof GROUP_STATUSES>>
  }
  student_groups: {
    id: Id
    student_id: number
    group_id: number
    department_id: number
    status: Generated<Word<typeof LINK_STATUSES>>
    created_at: Instant
    ended_at: NullableInstant
    /** The session days from this one on count. */
    first_day: Generated<string>
    /** The first day on which an ended membership no longer counts. */
    left_on: string | null
  }
  tasks: Stamps & {
    id: Id
    name: string
    /** As it is searched, kept by the database. */
    name_folded: GeneratedAlways<string>
    type: string | null
    detail: string | null
    label: string | null
    total_marks: number | null
    passing_marks: number | null
    start_date: string | null
    end_date: string | null
    description: string | null
    department_id: number
    department_type: Generated<'academic'>
    status: Generated<Word<typeof TASK_STATUSES>>
    task_type: Generated<Word<typeof TASK_TYPES>>
    created_by: number | null
  }
  task_groups: { task_id: number; group_id: number; department_id: number; position: number }
  task_submissions: {
    id: Id
    task_id: number
    student_id: number
    remarks: string | null
    date_time: Instant
    status: Generated<Word<typeof SUBMISSION_STATUSES>>
    is_late: Generated<boolean>
    marks: number | null
    faculty_remarks: string | null
    graded_by: number | null
    graded_at: NullableInstant
    updated_at: Instant
  }
  submission_files: {
    id: Id
    submission_id: number
    name: string
    size: number
    sha256: Buffer
    storage_key: string
  }
  /** Files that a student has replaced. */
  former_submission_files: {
    id: Id
    submission_id: number
    name: string
    size: number
    sha256: Buffer
    storage_key: string
    replaced_at: Instant
  }
  library_entries: Stamps & {
    id: Id
    title: string
    /** As it is searched, kept by the database. */
    title_folded: GeneratedAlways<string>
    detail: string | null
    department_id: number
    batch_id: number | null
    year: Word<typeof YEARS> | null
    type: string | null
    description: string | null
    uploaded_by: number
    filename: string
    file_type: string
    file_size: number
    sha256: Buffer
    storage_key: string
    download_count: Generated<number>
  }
  /** Uploads that wait for their entry. */
  library_uploads: {
    id: Id
    user_id: number
    upload_key: string
    filename: string
    file_type: string
    file_size: number
    sha256: Buffer
    storage_key: string
    created_at: Instant
  }
  /** Downloads that are not added up yet. */
  library_downloads: { id: Id; library_entry_id: number }
  /** Until when a person has seen the new marks and results. */
  news_seen: { user_id: number; kind: NewsWord; seen_at: Instant }
  audit: {
    id: Id
    at: Instant
    actor_id: number | null
    actor_name: string | null
    action: string
    entity: string
    entity_id: number
    changes: ColumnType<Record<string, [unknown, unknown]>, string, never>
  }
}

/** A connection to read from. */
export type Db = Kysely<Tables>
/** An open transaction: what every write takes, so that it can't escape it. */
export type Tx = Transaction<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
