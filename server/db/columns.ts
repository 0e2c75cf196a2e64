import type { ColumnType, GeneratedAlways } from 'kysely'

export type Word<T extends readonly string[]> = T[number]
/** An instant, read as ISO 8601 UTC; written as such or as a Date. */
export type Instant = ColumnType<string, string | Date | undefined, string | Date>
export type NullableInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type Id = GeneratedAlways<number>

export interface Stamps {
  created_at: Instant
  updated_at: Instant
}
