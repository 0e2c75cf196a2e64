import pg from 'pg'

const { builtins } = pg.types
/** The server's text of an instant, `2026-01-31 08:15:00[.123]+00`, as ISO 8601 UTC. */
const instant = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}${text.slice(19, -3).padEnd(4, text[19] === '.' ? '0' : '.000')}Z`

/**
 * `date` stays the text it is; instants are ISO 8601 UTC; `bigint` counts are numbers, which they fit. So do marks, the
 * only `numeric` columns: with two decimals up to 10,000 a number is written as the same digits that it was read from.
 */
const readers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.TIMESTAMPTZ, instant],
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
])
/** Readers of the driver for each type of the database. */
export const types = {
  getTypeParser: (oid: number) => readers.get(oid) ?? pg.types.getTypeParser(oid),
} as typeof pg.types
