import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { SecurityKind } from '../../shared/contract/security-log.ts'
import type { Id, Instant, NullableInstant, Stamps } from './columns.ts'

/** Tables of access: accounts with their roles, secrets and devices, and what is counted and told of them. */
export interface AccessTables {
  roles: Stamps & { id: Id; name: string; built_in: Generated<boolean> }
  users: Stamps & {
    id: Id
    name: string
    /** The folded name, by which people are searched (migration 0043). The database keeps it. */
    name_folded: GeneratedAlways<string>
    email: string
    password_hash: string
    must_change_password: Generated<boolean>
    /** The last time; null for never. */
    signed_in_at: NullableInstant
    /** When the last link to choose a password was mailed. */
    reset_mailed_at: NullableInstant
    /** The name of who gave a new initial password after the person had signed in; null once they have chosen one. */
    password_replaced_by: string | null
    /** The name of who switched the second factor off for this person; null once the person has taken note. */
    second_factor_reset_by: string | null
  }
  second_factors: {
    user_id: number
    /** Sealed with a key that is not in the database. */
    secret: Buffer
    created_at: Instant
    /** Null until a code was given: it does not hold yet. */
    confirmed_at: NullableInstant
    /** The step of the last code that was used: none of it or before is taken again. */
    last_step: number | null
  }
  /** Those that were not used. */
  recovery_codes: { user_id: number; code_hash: Buffer }
  user_roles: { user_id: number; role_id: number }
  logins: {
    id: Id
    token_hash: Buffer
    user_id: number
    user_agent: string | null
    /** The identity provider vouched for the person. */
    by_provider: Generated<boolean>
    created_at: Instant
    last_used_at: Instant
    expires_at: ColumnType<string, string | Date, string | Date>
  }
  password_resets: { token_hash: Buffer; user_id: number; expires_at: ColumnType<string, string | Date, never> }
  idempotency_keys: {
    user_id: number
    key_hash: Buffer
    /** A digest of what the call carried; it says nothing without the caller's key. */
    body_digest: Buffer
    status: number | null
    /** Encrypted under the caller's key. */
    answer: Buffer | null
    created_at: Instant
  }
  login_failures: {
    id: GeneratedAlways<string>
    user_id: number | null
    /** In small letters, as the database makes them; set where no account has it. */
    email: string | null
    network: string
    device: Buffer | null
    /** True when it was a code of the second factor that was wrong. */
    of_code: Generated<boolean>
    at: Instant
  }
  /** Costly calls of a person in a minute. */
  costly_calls: { user_id: number; minute: Instant; calls: Generated<number> }
  /** The amounts that a person has added in a day of the college's calendar, by kind. */
  day_amounts: { user_id: number; day: string; what: string; amount: number }
  known_devices: { user_id: number; device: Buffer; last_used_at: Instant }
  /** The parts of a person's calendar address; only with the server's secret it opens anything. */
  calendar_feeds: { user_id: number; id: string; created_at: Instant }
  forgotten_calls: { id: GeneratedAlways<string>; network: string; at: Instant }
  security_log: {
    id: Id
    at: ColumnType<string, string | Date, never>
    last_at: ColumnType<string, string | Date, string | Date>
    kind: SecurityKind
    user_id: number | null
    name: string | null
    email: string | null
    address: string | null
    device: string | null
    detail: string | null
    times: Generated<number>
  }
}
