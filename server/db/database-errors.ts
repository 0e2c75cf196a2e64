/** The code of a server that only reads: a standby, or one that is being replaced. Another one writes. */
export const READ_ONLY_SERVER = '25006'

/** SQLSTATEs by which the server says that the connection is over, or that it can't take one now. */
const GONE_CODES =
  /^(?:08...|25006|57P0[123]|53300|ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/

/** Errors of the driver, its pool and Kysely that have no code. */
const GONE_TEXTS =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end on the pool|driver has already been destroyed)/

/** The code of an error of the driver, the database or the system. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const SOCKET_CALLS = ['connect', 'read', 'write']

/**
 * True when an error only says that the database can't be reached, or that a connection to it was lost: the request may
 * work when it is sent again.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A name that resolves to several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseGone)
  const code = codeOf(error)
  if (code === undefined) return GONE_TEXTS.test(error.message)
  if (!GONE_CODES.test(code)) return false
  // A missing file is an ENOENT too: of the system's errors only a socket's count.
  return !('syscall' in error) || SOCKET_CALLS.includes(String(error.syscall))
}

/**
 * A statement or a wait for a lock that took too long, a transaction that stood idle, and whatever the server has no more
 * of: connections, memory, room on its disk.
 */
const BUSY_CODES = /^(?:57014|55P03|25P0[34]|53...)$/

/** True when an error only says that the database is too slow or too full just now. */
export const isDatabaseBusy = (error: unknown): boolean => BUSY_CODES.test(codeOf(error) ?? '')

/** True when the database ended a transaction in favour of another one: a deadlock, or a failed serialisation. */
export const isLostRace = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error) ?? '')

/** True when somebody else holds a row that was asked for, without waiting or for longer than a lock is waited for. */
export const isRowHeld = (error: unknown): boolean => codeOf(error) === '55P03'
