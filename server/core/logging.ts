import pg from 'pg'
import type { LoggerOptions } from 'pino'
import { tellErrors } from './troubles.ts'

/** The calls of a stack; the line before them is the message. */
const callsOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/**
 * What the log says of an error. PostgreSQL names values in what it says ("Failing row contains …"), and so do others in
 * fields of their own: of a database error there is its code and what of the schema it is about, of others their words.
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
    stack: error.stack,
    ...(cause === undefined ? {} : { cause: loggedError(cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(loggedError) } : {}),
  }
}

/** The log of the product: errors are told to the status page too. */
export const LOGGING = {
  level: 'info',
  hooks: { logMethod: tellErrors },
  serializers: { err: loggedError },
} satisfies LoggerOptions
