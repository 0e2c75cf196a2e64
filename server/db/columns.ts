import type { ColumnType } from 'kysely'

/** An instant, read as ISO 8601 UTC; written as such or as a Date. */
export type Instant = ColumnType<string, string | Date, string | Date>
/** An instant that is now when it is left out. */
export type DefaultInstant = ColumnType<string, string | Date | undefined, string | Date>
export type NullableInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>

/** JSON, which is written as its text. */
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
