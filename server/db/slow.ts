import type { LogEvent } from 'kysely'
import { slowStatements } from '../machine/observed.ts'

/** A statement that takes this long is told to listeners. */
const SLOW_MS = 100

/** Tells the slow statements of a college's connections. */
export const tellSlowOf =
  (college: string | undefined) =>
  ({ level, query, queryDurationMillis: ms }: LogEvent): void => {
    if (ms >= SLOW_MS) slowStatements.tell({ ms: Math.round(ms), text: query.sql, failed: level === 'error' }, college)
  }
