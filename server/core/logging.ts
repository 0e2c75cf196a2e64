import pg from 'pg'
import type { LoggerOptions } from 'pino'
import { inSources } from './source-places.ts'
import { tellErrorsOf } from './troubles.ts'

/** The calls of a stack; the line before them is the message. */
const callsOf = ({ stack = '' }: Error) =>
  inSources(stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/**
 * Returns an error as it is logged. PostgreSQL names values in its messages ("Failing row contains …"), and other
 * errors have them in fields of their own: a database error leaves its code and the part of the schema it is about,
 * others their words.
 */
function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const type = error.name
  if (error instanceof pg.DatabaseError) {
    const { code, severity, schema, table, column, dataType, constraint, routine } = error
    return { type, code, severity, schema, table, column, dataType, constraint, routine, stack: callsOf(error) }
  }
  const { message, cause } = error
  return {
    type,
    message,
    ...('code' in error ? { code: error.code } : {}),
    stack: inSources(error.stack ?? ''),
    ...(cause === undefined ? {} : { cause: loggedError(cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(loggedError) } : {}),
  }
}

/** The log of the product: errors are told to the status page too. */
export const LOGGING = {
  level: 'info',
  hooks: { logMethod: tellErrorsOf() },
  serializers: { err: loggedError },
} satisfies LoggerOptions
