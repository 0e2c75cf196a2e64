import type { Endpoint } from '../../shared/endpoint.ts'

export type FieldErrors = Record<string, string[]>

export const AUTHENTICATION_REQUIRED = 'Authentication required. Please login first.'
export const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.'
export const TOO_SLOW = 'The server took too long to answer. Please try again.'

/** A call that failed; `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: FieldErrors | undefined
  /** True when the call was to add a record. */
  readonly creates: boolean
  /** The seconds after which a busy server may be asked again. */
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, errors?: FieldErrors, creates = false, retryAfter?: number) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.creates = creates
    this.retryAfter = retryAfter
  }
}

/** Returns true when the call did not reach the server, or the server is away. */
export const unreached = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** Returns true when the call reached the server, which did not answer in time. */
export const isTooSlow = (error: unknown) => error instanceof ApiError && error.message === TOO_SLOW

/** Returns true when another try of a read may succeed. A refused or missing record stays so. */
export const helpsToRetry = (error: unknown) => !(error instanceof ApiError && [403, 404].includes(error.status))

const VALIDATION_ERROR = 'Validation error: '

/** Returns true for the message that lists the refused fields of a create or update. */
export const isValidationLine = ({ message }: ApiError) => message.startsWith(VALIDATION_ERROR)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function fieldErrors(body: unknown): FieldErrors | undefined {
  if (!isRecord(body) || !isRecord(body.errors)) return undefined
  const entries = Object.entries(body.errors).map(
    ([field, messages]) => [field, Array.isArray(messages) ? messages.map(String) : [String(messages)]] as const,
  )
  return Object.fromEntries(entries)
}

/** Returns the answer's text about the failure: its `message`, else its `error`. */
function saidIn(body: unknown): string | undefined {
  const texts = isRecord(body) ? [body.message, body.error] : []
  return texts.find((text) => typeof text === 'string' && text !== '') as string | undefined
}

const secondsOf = (retryAfter: string | null | undefined) => (retryAfter ? Number(retryAfter) : undefined)

/** Makes the error of a refused call, in the specification's words. */
export function refusal(endpoint: Endpoint, status: number, body: unknown, retryAfter?: string | null): ApiError {
  const errors = fieldErrors(body)
  const said = saidIn(body)
  // A sign-in is neither a create nor an update.
  if (status !== 422 || endpoint.action === 'public')
    return new ApiError(status, said ?? endpoint.failure, errors, endpoint.status === 201, secondsOf(retryAfter))
  const writes = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  if (!writes) return new ApiError(status, body === undefined ? endpoint.failure : JSON.stringify(body), errors)
  if (!errors) return new ApiError(status, said ?? endpoint.failure)
  const listed = Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(', ')}`)
  return new ApiError(status, VALIDATION_ERROR + listed.join('; '), errors)
}

/** Returns the text to show for anything thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const MOST_PROBLEMS = 3

/** Returns the problems of refused fields where no field is in sight: without names, and only the first few. */
export function problemsOf(error: unknown): string {
  const texts = error instanceof ApiError ? Object.values(error.errors ?? {}).flat() : []
  if (texts.length === 0) return messageOf(error)
  const more = texts.length - MOST_PROBLEMS
  return `${texts.slice(0, MOST_PROBLEMS).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
