import type { ColumnType } from 'kysely'
import type { Id, Instant, NullableInstant } from './columns.ts'

/** The tables of what administrators are told of how the installation runs. */
export interface RunningTables {
  /** Backups by the schedule. `due_at` is when each should have begun; `failure` says why there is none. */
  backups: {
    id: Id
    due_at: Instant
    started_at: Instant
    finished_at: NullableInstant
    bytes: number | null
    missing_files: number | null
    failure: string | null
  }
  /** Files that an administrator has set aside to make room. Their rows stay. */
  set_aside_files: { file_key: string; at: ColumnType<string, never, never> }
  /**
   * The time that things are kept that the app may not remove by itself; null: for good. It is a single row, which the
   * owner writes.
   */
  retention: {
    is_only: boolean
    audit_years: number | null
    withdrawn_case_days: number | null
  }
  /** The last errors and slow statements of all processes, by day. */
  troubles: {
    day: string
    digest: Buffer
    kind: 'error' | 'slow-statement'
    what: string
    detail: string | null
    times: number
    longest_ms: number | null
    first_at: Instant
    last_at: Instant
  }
}
