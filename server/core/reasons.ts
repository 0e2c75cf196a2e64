import { HttpError } from './errors.ts'

/** A job that can't be done, in words for administrators that name nobody. */
export class JobFailure extends Error {}

const textOf = (error: object, field: string): string | undefined => {
  const value = (error as Record<string, unknown>)[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Codes of the system, of PostgreSQL and of mail: capital letters and digits. A value of somebody's is none. */
const CODE = /^[A-Z0-9_]{3,40}$/

/**
 * Returns why something failed, in words that are kept and shown to administrators. The words of drivers and mail
 * servers may have values and addresses in them, so of theirs there is only the code; the log has the rest.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof JobFailure) return error.message
  if (error instanceof HttpError) return error.cause === undefined ? error.message : reasonOf(error.cause)
  if (!(error instanceof Error)) return 'An unknown error'
  const code = textOf(error, 'code')
  const answered = textOf(error, 'responseCode')
  if (code !== undefined && CODE.test(code)) return answered === undefined ? code : `${code} ${answered}`
  return /^\w{1,60}$/.test(error.name) ? error.name : 'An unknown error'
}
