import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler, HTTPMethods } from 'fastify'
import { featureOf } from '../../shared/contract/all.ts'
import type { Body, Endpoint, JsonBody, Params, Query, Reply, Schema } from '../../shared/endpoint.ts'
import type { Action } from '../../shared/permissions.ts'
import { type Caller, callerOf } from '../core/caller.ts'
import { unsupported } from '../core/errors.ts'
import { authenticate, tokenOf } from '../core/login.ts'
import { type Paging, pagingOf } from '../core/paging.ts'
import { studentOf } from '../core/scope.ts'
import type { Db } from '../db/types.ts'
import { answerOnce } from './answering-once.ts'
import { carriesCredential, compressAnswer } from './compressing.ts'
import { countCostly } from './costly.ts'
import { refuseForgery } from './csrf.ts'
import { type Form, receiverOf } from './forms.ts'
import { onceOf } from './idempotency.ts'
import { type AppTurns, inTurn, waitForTurn } from './person-turns.ts'
import type { Services } from './services.ts'
import { validatorCompiler } from './validation.ts'
import { answerUnlessKnown } from './validators.ts'
import { refuseUnpermitted, type Write, writing } from './writing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    action?: Action
    isUpload?: boolean
  }
  interface FastifyInstance {
    turns: AppTurns
    /** The college's name where a process serves several; else nothing. */
    college: string
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** The argument of a handler: everything checked, nothing to look up. */
export type Call<E extends Endpoint> = CallContent<E> & CheckedParts<E>

interface CheckedParts<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  page: Paging
  caller: E['action'] extends 'public' ? null : Caller
  db: Db
  /** Runs a write in one transaction, in which is asked again whether the caller may do it. */
  write: Write
  /** Has work done once what was written is committed, which a call with an Idempotency-Key is after its handler only. */
  afterCommit(work: () => Promise<void>): void
  services: Services
  request: FastifyRequest
  reply: FastifyReply
}

/** The content of a call: a body, or a form to receive; or either of them, where the contract takes JSON instead. */
type CallContent<E extends Endpoint> = E extends { upload: object }
  ?
      | { receive: () => Promise<Form<Body<E>>>; body: undefined }
      | (E extends { json: object } ? { receive: undefined; body: JsonBody<E> } : never)
  : { receive: undefined; body: Body<E> }

type Answer<E extends Endpoint> = E extends { file: object } ? FastifyReply : Reply<E>
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>
type Contract = Record<string, Endpoint>
type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** Adds the routes of some endpoints to the app. */
export type Routes = (app: FastifyInstance, services: Services) => void

/**
 * Joins a contract with its handlers: route, permission gate, validation, OpenAPI and answer all come from the
 * declaration. A declared endpoint without a handler does not compile.
 */
export const routes =
  <C extends Contract>(contract: C, handlers: Handlers<C>): Routes =>
  (app, services) => {
    for (const [name, declared] of Object.entries(contract))
      addRoute(app, services, declared, handlers[name as keyof C] as unknown as Handler<Endpoint>)
  }

/** A student writes of the own record; what is wrong of the rest is told as to everybody else. */
function fillOwnStudent(request: FastifyRequest, field: string): void {
  const own = request.caller && studentOf(request.caller)
  const body = request.body ?? {}
  if (own && typeof body === 'object') request.body = { ...body, [field]: own.id }
}

/** A form is checked as it is received; what is no form is only looked at where the call takes JSON instead. */
const checkingNoForm =
  ({ json }: Endpoint): FastifySchemaCompiler<unknown> =>
  (route) => {
    if (route.httpPart !== 'body') return validatorCompiler({ ...route, schema: route.schema as Schema })
    const check = json && validatorCompiler({ ...route, schema: json })
    // A form is null here.
    return (given: unknown) => (check && given != null ? check(given) : { value: undefined })
  }

const dbOf = (services: Services, { vital }: Endpoint) => (vital ? services.vital : services.db)

/** The largest body of a call that anybody may make: a thousand of them at once take little memory. */
const PUBLIC_BODY_MAX_BYTES = 64 * 1024

function addRoute(app: FastifyInstance, services: Services, declared: Endpoint, handler: Handler<Endpoint>): void {
  app.route({
    method: (declared.method === 'GET' ? ['GET', 'HEAD'] : declared.method) as HTTPMethods,
    url: `/api${declared.path}`,
    config: { action: declared.action, isUpload: declared.upload !== undefined },
    schema: schemaOf(declared),
    ...(declared.action === 'public' ? { bodyLimit: PUBLIC_BODY_MAX_BYTES } : {}),
    // Multipart bodies are read by the handler, part by part.
    ...(declared.upload ? { validatorCompiler: checkingNoForm(declared) } : {}),
    onSend: [
      ...(declared.hasValidator ? [answerUnlessKnown] : []),
      ...(carriesCredential(declared) || declared.forgetsKey ? [] : [compressAnswer]),
    ],
    onRequest: async (request, reply) => {
      if (declared.method !== 'GET') refuseForgery(request, services)
      if (declared.action === 'public') return
      const holder = await authenticate(services.vital, tokenOf(request))
      // Before anything is refused: the security log tells whom.
      request.caller = callerOf(holder, services.settings.COLLEGE_TIMEZONE)
      refuseUnpermitted(holder, declared, request)
      request.once = onceOf(dbOf(services, declared), request, declared)
      await waitForTurn(app.turns, request, reply, declared)
    },
    preValidation: async (request) => {
      if (!declared.upload && request.isMultipart()) throw unsupported('This call takes JSON.')
      // A body that nobody has asked for is nobody's to read, the security log's neither.
      if (!declared.body) request.body = undefined
      // An empty body, where JSON may come instead of a form, is JSON that lacks every field.
      if (declared.json && !request.isMultipart()) request.body ??= {}
      if (declared.ownStudent) fillOwnStudent(request, declared.ownStudent)
      // "All" of a filter is often sent as an empty text.
      for (const [name, value] of Object.entries(request.query as object))
        if (value === '') delete (request.query as Record<string, unknown>)[name]
    },
    handler: (request, reply) => inTurn(request, () => answerCall({ services, declared, handler, request, reply })),
  })
}

interface RouteCall {
  services: Services
  declared: Endpoint
  handler: Handler<Endpoint>
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers a call whose input has been checked and whose turn it is. */
async function answerCall({ services, declared, handler, request, reply }: RouteCall): Promise<unknown> {
  const db = dbOf(services, declared)
  await refuseWithoutRoom(declared, request)
  if (declared.costly && request.caller) await countCostly(db, request.caller.id)
  const later: (() => Promise<void>)[] = []
  const handle = async (write: Write) =>
    handler({
      params: request.params as never,
      query: request.query as never,
      body: request.body as never,
      receive: receiverOf(declared, request, services) as never,
      page: pagingOf(request.query as object),
      caller: request.caller as never,
      db,
      write,
      afterCommit: (work) => void later.push(work),
      services,
      request,
      reply,
    })
  const answerNow = async () => {
    const { once } = request
    const answer = await (once
      ? answerOnce(once, { db, request, reply, declared, committed: () => doAll(later) }, handle)
      : handle(writing(db, request, declared)))
    if (once || declared.file) return answer
    await doAll(later)
    reply.code(declared.status ?? 200)
    return answer
  }
  // An upload has a place of its own.
  if (!declared.costly || declared.method === 'GET' || declared.upload || !request.caller) return answerNow()
  const leave = await request.server.costlyWrites.take(request.caller.id)
  return answerNow().finally(leave)
}

async function doAll(later: readonly (() => Promise<void>)[]): Promise<void> {
  for (const work of later) await work()
}

/**
 * Refuses calls below the disk's reserve, but for those that must go on; an upload is looked at with its size.
 * @throws 507
 */
async function refuseWithoutRoom({ method, goesOn, upload }: Endpoint, request: FastifyRequest): Promise<void> {
  if (method !== 'POST' || goesOn !== undefined || (upload && request.isMultipart())) return
  await request.server.uploads.room.refuseLow()
}

function schemaOf(declared: Endpoint) {
  const { summary, params, query, body, reply, file, upload, status } = declared
  const feature = featureOf(declared)
  return {
    summary,
    ...(feature ? { tags: [feature] } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(upload
      ? {
          consumes: ['multipart/form-data'],
          description: `Files: ${upload.most > 1 ? `${upload.field}[0], ${upload.field}[1], …` : upload.field}`,
        }
      : {}),
    ...(file ? { produces: [file.type], description: file.description } : {}),
    ...(reply ? { response: { [status ?? 200]: reply } } : {}),
  }
}

/** A route below /api that declares no permission keeps the server from starting. */
export function requirePermissions(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    const isReference = url.startsWith('/api/docs') || url === '/api/openapi.json'
    if (url.startsWith('/api') && !isReference && !config?.action)
      throw new Error(`The route ${url} declares no permission`)
  })
}
