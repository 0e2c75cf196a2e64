import * as z from 'zod/mini'
import { wholeNumberQuery } from './fields.ts'
import type { FilesAllowed } from './files.ts'
import { ID_MAX, PER_PAGE_MAX } from './limits.ts'
import type { Action } from './permissions.ts'

export type Schema = z.core.$ZodType

/** Calls that go on when nothing can be added any more. A `change` alters what is there. A `look` writes nothing. */
export type GoesOn = 'sign-in' | 'attendance' | 'marks' | 'tidying' | 'change' | 'look'

/** Everything that both sides agree on about one call. Paths are below `/api`; `:name` marks a parameter. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** One line for the reference at /api/docs. */
  summary: string
  action: Action
  params?: Schema
  query?: Schema
  body?: Schema
  /** The answer's body. A call that answers with a file has `file` instead; `line` is of one that comes line by line. */
  reply?: Schema
  file?: { type: string; description: string; line?: Schema }
  /** The body is multipart/form-data with these files; `body` describes its text fields. */
  upload?: FilesAllowed
  /** What a call with `upload` takes as JSON instead of its form. */
  json?: Schema
  /** The body's field that is a calling student's own id, whatever the student has sent. */
  ownStudent?: string
  /** 200 unless said; a create answers 201. */
  status?: 200 | 201
  /**
   * Keeps the caller apart from what is written. Nothing is kept of the Idempotency-Key, to which the call sees itself.
   * The answers are not compressed, so that their length tells nothing.
   */
  forgetsKey?: true
  /** Allowed while the person has still to choose a password. */
  beforePasswordChoice?: boolean
  /** Allowed while the person has still to set up a second factor, as what is allowed before the choice of a password is. */
  beforeSecondFactor?: boolean
  /** Has database connections of its own, so that it is answered while everything else is slow. */
  vital?: boolean
  /** It takes much of the server: how often a person may call it is limited (server/http/costly.ts). */
  costly?: true
  /**
   * The reason why a POST goes on when the disk is nearly full (server/files/disk-room.ts). Any other POST adds
   * something, and is a 507 then. A call that goes on is not counted by day either, unless it is a `change`.
   */
  goesOn?: GoesOn
  /**
   * How many of these one person may add in a day, and what they are called. Left out, a POST has CALLS_A_DAY_MAX.
   * A call that forgets its key is not counted here: its writes must not be joined with the caller.
   */
  aDay?: { most: number; noun: string; ofAdmin?: number }
  /** The answer has a validator: who sends it as If-None-Match is answered 304 while it is the same. */
  hasValidator?: true
  /** Ends the login that it is called with, so that its write waits for the login's other writes. */
  endsLogin?: boolean
  /** What the person reads when the server gives no message: the specification's error catalogue. */
  failure: string
}

/** Declares an endpoint, keeping the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared

export type Params<E extends Endpoint> = E extends { params: infer S extends Schema }
  ? z.output<S>
  : Record<never, never>
export type Query<E extends Endpoint> = E extends { query: infer S extends Schema } ? z.output<S> : Record<never, never>
export type Body<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.output<S> : undefined
/** The body of a call that takes JSON instead of its form. */
export type JsonBody<E extends Endpoint> = E extends { json: infer S extends Schema } ? z.output<S> : never
export type Reply<E extends Endpoint> = E extends { reply: infer S extends Schema } ? z.input<S> : unknown
export type Line<E extends Endpoint> = E extends { file: { line: infer S extends Schema } } ? z.input<S> : never

/** What a caller gives: the same fields before they are trimmed and turned. */
export type ParamsInput<E extends Endpoint> = { [K in keyof Params<E>]: string | number }
export type QueryInput<E extends Endpoint> = { [K in keyof Query<E>]?: string | number | null }
export type BodyInput<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.input<S> : undefined

/** The query every list takes. */
export const pageQuery = {
  page: z.optional(wholeNumberQuery('page', ID_MAX)),
  per_page: z.optional(wholeNumberQuery('per_page', PER_PAGE_MAX)),
}

export const PageMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int() })

/** A list's answer. */
export const page = <S extends Schema>(item: S) => z.object({ data: z.array(item), meta: PageMeta })

/** One record's answer. */
export const one = <S extends Schema>(item: S) => z.object({ data: item })

/** The answer of a delete and of what has nothing else to say. */
export const Message = z.object({ message: z.string() })

/** The 409 of a record that somebody else has changed since it was read. */
export const CHANGED_MEANWHILE = 'This record was changed by someone else. Reload and try again.'

/** What somebody can sign in or act with. An answer that has such a field is never compressed. */
export const credential = z.string()

/** Every refusal's body. */
export const ErrorBody = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  request_id: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
