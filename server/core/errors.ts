import { PASSWORD_FIRST, SECOND_FACTOR_FIRST } from '../../shared/contract/auth.ts'
import { CHANGED_MEANWHILE } from '../../shared/endpoint.ts'
import { type Policy, refusalOf } from '../../shared/policies/policy.ts'
import { isDatabaseBusy, isDatabaseGone, isLostRace } from '../db/database-errors.ts'

/** A refusal with its status and the message that the person reads. */
export class HttpError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]> | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    more: { errors?: Record<string, string[]>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }
}

/** Thrown where a call turns out to be answered already: this is what the first one was told. */
export class AlreadyAnswered extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super('answered already')
    this.status = status
    this.body = body
  }
}

export const INVALID = 'The given data was invalid.'

export const malformed = (message: string) => new HttpError(400, message)
export const unauthenticated = (
  message = 'Authentication required. Please login first.',
  errors?: Record<string, string[]>,
) => new HttpError(401, message, errors ? { errors } : {})
export const forbidden = (message = 'You are not allowed to do this.') => new HttpError(403, message)
/** For who still has the password that somebody else gave. */
export const passwordFirst = () => forbidden(PASSWORD_FIRST)
/** For who has a role that needs a second factor, and none. */
export const secondFactorFirst = () => forbidden(SECOND_FACTOR_FIRST)
/** The refusal for a record that is not there, or not visible to the caller: nobody can tell which. */
export const notFound = (what = 'Record') => new HttpError(404, `${what} not found.`)
export const conflict = (message: string, errors?: Record<string, string[]>) =>
  new HttpError(409, message, errors ? { errors } : {})
export const invalid = (errors: Record<string, string[]>) => new HttpError(422, INVALID, { errors })
export const tooLarge = (field: string, message: string) =>
  new HttpError(413, message, { errors: { [field]: [message] } })
export const unsupported = (message: string) => new HttpError(415, message)
/** The server can't do this just now; `seconds` says when to try again. */
export const unavailable = (message = 'The server is busy. Please try again in a moment.', seconds = 5) =>
  new HttpError(503, message, { headers: { 'retry-after': String(seconds) } })
/** A disk or bucket that is full, or nearly: what the database still needs is not given to files. */
export const noRoom = () =>
  new HttpError(507, 'The server has no room for files just now. Please tell the administrator.')

/** A disk below its reserve: attendance, marks and sign-in go on, and an administrator can make room. */
export const nothingAdded = () =>
  new HttpError(
    507,
    'The server has too little disk space left. Nothing can be added until an administrator has made room; attendance and marks can still be saved.',
  )

/** @throws 409 with the policy's own text when the state of a record does not allow the action */
export function refuseUnless<S extends string>(policy: Policy<S>, state: S): void {
  const refusal = refusalOf(policy, state)
  if (refusal !== undefined) throw conflict(refusal)
}

/** Refuses a PUT that was read before somebody else's change. */
export function refuseStale(row: { updated_at: string }, change: { updated_at?: string | undefined }): void {
  if (change.updated_at !== undefined && change.updated_at !== row.updated_at) throw conflict(CHANGED_MEANWHILE)
}

interface DatabaseError {
  code: string
  constraint?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.length === 5

/**
 * Runs a write and turns the constraints that a person can break into their refusals, so that a race that slips past
 * the check in code is answered like the check would have.
 */
export async function answering<T>(refusals: Record<string, HttpError>, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const refusal = isDatabaseError(error) && error.constraint ? refusals[error.constraint] : undefined
    throw refusal ?? error
  }
}

/**
 * Database refusals that no feature named: a lost race is a conflict, a value it can't hold is invalid input, and a
 * database that is away, full or slow is a 503.
 */
export function fromDatabase(error: unknown): HttpError | undefined {
  if (isDatabaseGone(error) || isDatabaseBusy(error)) return unavailable()
  if (isLostRace(error)) return unavailable(undefined, 1)
  if (!isDatabaseError(error)) return undefined
  if (error.code === '23503') return conflict('This record is in use, or what it refers to was deleted meanwhile.')
  if (error.code === '23505') return conflict(CHANGED_MEANWHILE)
  if (error.code.startsWith('22') || error.code === '23514') return new HttpError(422, INVALID)
  return undefined
}

/** The record, or 404 when it is not there or not visible. */
export function found<T>(what: string | undefined, record: T | undefined): T {
  if (record === undefined) throw notFound(what)
  return record
}
