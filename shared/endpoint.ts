import * as z from 'zod/mini'
import { idParam, wholeNumberQuery } from './fields.ts'
import type { FilesAllowed } from './files.ts'
import { ID_MAX, PER_PAGE_MAX } from './limits.ts'
import type { Action } from './permissions.ts'

export type Schema = z.core.$ZodType

/** The calls that go on when the disk is nearly full. A `change` alters existing records. A `look` writes nothing. */
export type GoesOn = 'sign-in' | 'attendance' | 'marks' | 'tidying' | 'change' | 'look'

/** The agreement of both sides about one call. Paths are below `/api`; `:name` marks a parameter. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** A line for the reference at /api/docs. */
  summary: string
  action: Action
  params?: Schema
  query?: Schema
  body?: Schema
  /** The answer's body. A call that answers with a file has `file` instead, and `line` if it comes line by line. */
  reply?: Schema
  file?: { type: string; description: string; line?: Schema }
  /** The body is multipart/form-data with these files; `body` describes its text fields. */
  upload?: FilesAllowed
  /** The JSON body that a call with `upload` takes instead of its form. */
  json?: Schema
  /** The body's field that is set to a calling student's own id, whatever the student has sent. */
  ownStudent?: string
  /** 200 if missing; a create answers 201. */
  status?: 200 | 201
  /**
   * Keeps the caller apart from the written rows: the server stores nothing about the Idempotency-Key, so the call
   * itself prevents doubles. The answers are not compressed, so that their length tells nothing.
   */
  forgetsKey?: true
  /** Allowed before the person has chosen a password. */
  beforePasswordChoice?: boolean
  /** Allowed before the person has set up a second factor, as are the calls before the choice of a password. */
  beforeSecondFactor?: boolean
  /** Has database connections of its own, so that it is answered while the rest is slow. */
  vital?: boolean
  /** It takes much of the server, so a person's calls are limited (server/http/costly.ts). */
  costly?: true
  /** It may take minutes, which a page waits for; other calls have API_TIMEOUT_MS. */
  takesMinutes?: true
  /** Pages read it by themselves while the person does something else: it asks nobody at a form to sign in again. */
  isAside?: true
  /**
   * The reason why a POST goes on when the disk is nearly full (server/files/disk-room.ts). Any other POST adds
   * something, and gets a 507 then. A call that goes on is not counted by day either, unless it is a `change`.
   */
  goesOn?: GoesOn
  /**
   * The most of these that a person may add in a day, and their noun. If missing, a POST has CALLS_A_DAY_MAX. A call
   * that forgets its key is not counted here: its writes must not be joined with the caller.
   */
  aDay?: { most: number; noun: string; ofAdmin?: number }
  /** The answer has a validator. A call that sends it as If-None-Match gets a 304 while the answer is the same. */
  hasValidator?: true
  /** Ends the login of the call, so its write waits for the login's other writes. */
  endsLogin?: boolean
  /** The message for the person when the server gives none: the specification's error catalogue. */
  failure: string
}

export type Params<E extends Endpoint> = E extends { params: infer S extends Schema }
  ? z.output<S>
  : Record<never, never>
export type Query<E extends Endpoint> = E extends { query: infer S extends Schema } ? z.output<S> : Record<never, never>
export type Body<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.output<S> : undefined
/** The body of a call that takes JSON instead of its form. */
export type JsonBody<E extends Endpoint> = E extends { json: infer S extends Schema } ? z.output<S> : never
export type Reply<E extends Endpoint> = E extends { reply: infer S extends Schema } ? z.input<S> : unknown
export type Line<E extends Endpoint> = E extends { file: { line: infer S extends Schema } } ? z.input<S> : never

/** The caller's input: the same fields before they are trimmed and parsed. */
export type ParamsInput<E extends Endpoint> = { [K in keyof Params<E>]: string | number }
export type QueryInput<E extends Endpoint> = { [K in keyof Query<E>]?: string | number | null }
export type BodyInput<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.input<S> : undefined

/** The query of every list. */
export const pageQuery = {
  page: z.optional(wholeNumberQuery('page', ID_MAX)),
  per_page: z.optional(wholeNumberQuery('per_page', PER_PAGE_MAX)),
}

export const PageMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int() })

/** A list's answer. */
/* @__NO_SIDE_EFFECTS__ */
export const page = <S extends Schema>(item: S) => z.object({ data: z.array(item), meta: PageMeta })

/** The answer with a single record. */
/* @__NO_SIDE_EFFECTS__ */
export const one = <S extends Schema>(item: S) => z.object({ data: item })

/** The answer of a delete and of other calls without data. */
export const Message = z.object({ message: z.string() })

type Shape = Readonly<Record<string, Schema>>

/** A call without what its method and path say. A name of the path is an id unless `params` has a schema for it. */
type Details = Omit<Endpoint, 'method' | 'path' | 'params'> & { params?: Shape }

/** A list is answered page by page: `query` has what it is narrowed by, `row` is one of its rows. */
type ListDetails = Omit<Details, 'query' | 'reply'> & { query?: Shape; row: Schema }

type NamesOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type PathParams<Path extends string, D> = [NamesOf<Path>] extends [never]
  ? unknown
  : {
      params: z.ZodMiniObject<{
        [N in NamesOf<Path>]: D extends { params: Record<N, infer S extends Schema> } ? S : typeof idParam
      }>
    }

// A form's code has the schemas that it checks by, and leaves out the calls beside them: a build drops a call that
// nobody uses where its function is marked so.

/** An endpoint with the exact types of its schemas. */
type Declared<M extends Endpoint['method'], Path extends string, D> = Omit<D, 'params'> &
  PathParams<Path, D> & { method: M; path: Path }

function declared<const M extends Endpoint['method'], Path extends string, D extends Details>(
  method: M,
  path: Path,
  { params, ...details }: D,
) {
  const names = path.match(/(?<=:)\w+/g)
  const shape = names && Object.fromEntries(names.map((name) => [name, params?.[name] ?? idParam]))
  return { method, path, ...details, ...(shape && { params: z.object(shape) }) } as unknown as Declared<M, Path, D>
}

/* @__NO_SIDE_EFFECTS__ */
export const get = <const P extends string, const D extends Details>(path: P, details: D) =>
  declared('GET', path, details)
/* @__NO_SIDE_EFFECTS__ */
export const post = <const P extends string, const D extends Details>(path: P, details: D) =>
  declared('POST', path, details)
/* @__NO_SIDE_EFFECTS__ */
export const put = <const P extends string, const D extends Details>(path: P, details: D) =>
  declared('PUT', path, details)
/* @__NO_SIDE_EFFECTS__ */
export const patch = <const P extends string, const D extends Details>(path: P, details: D) =>
  declared('PATCH', path, details)

/** A POST that adds a record, and says so with a 201. */
/* @__NO_SIDE_EFFECTS__ */
export const create = <const P extends string, const D extends Details>(path: P, details: D) =>
  declared('POST', path, { ...details, status: 201 })

/** A DELETE that answers with a message. */
/* @__NO_SIDE_EFFECTS__ */
export const remove = <const P extends string, const D extends Details>(path: P, details: D) =>
  declared('DELETE', path, { ...details, reply: Message })

type Listed<P extends string, D extends ListDetails> = Declared<'GET', P, Omit<D, 'row' | 'query'>> & {
  query: z.ZodMiniObject<typeof pageQuery & (D extends { query: infer S } ? S : unknown)>
  reply: ReturnType<typeof page<D['row']>>
}

/** A GET that answers with a page of rows. */
/* @__NO_SIDE_EFFECTS__ */
export const list = <const P extends string, const D extends ListDetails>(path: P, { row, query, ...details }: D) =>
  get(path, { ...details, query: z.object({ ...pageQuery, ...query }), reply: page(row) }) as unknown as Listed<P, D>

/** The 409 of a record that somebody else has changed since it was read. */
export const CHANGED_MEANWHILE = 'This record was changed by someone else. Reload and try again.'

/** A text with which somebody can sign in or act. An answer with such a field is never compressed. */
export const credential = z.string()

/** Every refusal's body. */
export const ErrorBody = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  request_id: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
