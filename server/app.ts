import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { keepCollegeClock } from '../shared/college-clock.ts'
import { proxiesIn } from './core/networks.ts'
import { addSecurityLog } from './core/security-log.ts'
import { features } from './features.ts'
import { limitUploads } from './files/upload-limits.ts'
import { answerErrors } from './http/answers.ts'
import { readRestBriefly } from './http/body-rest.ts'
import { Connections, noteRequests, serverOfNone, serverWith, watchConnections } from './http/connections.ts'
import { readJson } from './http/json-bodies.ts'
import { cutWhoIsLetOut } from './http/let-out.ts'
import { addPages } from './http/pages.ts'
import { answerParser } from './http/parser-answers.ts'
import { appTurns } from './http/person-turns.ts'
import { addReference } from './http/reference.ts'
import { requirePermissions } from './http/routes.ts'
import { securityHeaders } from './http/security.ts'
import { serializerCompiler } from './http/serializing.ts'
import type { Services } from './http/services.ts'
import { TIME_LIMITS, timeLimits } from './http/time-limits.ts'
import { tellAnswers } from './http/told-answers.ts'
import { validatorCompiler } from './http/validation.ts'
import { inCollege } from './machine/of-college.ts'

/** Bodies are small texts; files come as multipart, with limits of their own. */
const BODY_MAX_BYTES = 1024 * 1024

/** Notes the requests, and does their work as the college's: a body that was waited for has lost whose it is. */
function workForCollege(app: FastifyInstance, { college, connections }: Shared): void {
  noteRequests(app, connections)
  app.addHook('preValidation', (_request, _reply, done) => inCollege(college, done))
}

/** The college's app among others of a process, which share a server. */
export interface Shared {
  college: string
  /** All connections of the server. */
  connections: Connections
}

/** The whole app, page and API, over its services. `logger` is pino's or Fastify's. */
export async function buildApp(
  services: Services,
  logger?: FastifyBaseLogger,
  limits = TIME_LIMITS,
  shared?: Shared,
): Promise<FastifyInstance> {
  keepCollegeClock(services.settings.COLLEGE_TIMEZONE)
  const { TRUST_PROXY } = services.settings
  const connections =
    shared?.connections ?? new Connections(proxiesIn(TRUST_PROXY), { unread: { stillMs: limits.unread } })
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    // A route answers HEAD itself: another one for it takes a start a tenth of its time.
    exposeHeadRoutes: false,
    // A reverse proxy runs beside the server or is named; nobody else's word for the caller's address counts.
    trustProxy: ['loopback', ...TRUST_PROXY],
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    serverFactory: shared ? serverOfNone : serverWith(connections, limits),
    clientErrorHandler: answerParser,
    return503OnClosing: false,
    frameworkErrors: answerErrors,
    // Named here, so that Fastify does not load its own two, which take longer than the whole of ours.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
  })
  app.setErrorHandler(answerErrors)
  // Understood by default, and nothing here is plain text: 415 then, as for every other foreign type.
  app.removeContentTypeParser('text/plain')
  readJson(app)
  app.decorate('secondFactorRoles', services.settings.SECOND_FACTOR_ROLES)
  app.decorateRequest('caller', null)
  app.decorate('turns', appTurns())
  app.decorate('college', shared?.college ?? '')
  app.decorateRequest('once', null)
  requirePermissions(app)
  if (shared) workForCollege(app, shared)
  else watchConnections(app, connections, limits.look)
  cutWhoIsLetOut(app, connections, services.vital, limits.rights)
  await app.register(securityHeaders)
  if (services.settings.METRICS_PORT !== undefined) tellAnswers(app)
  await app.register(timeLimits, limits)
  await app.register(multipart)
  addSecurityLog(app, services)
  limitUploads(app, services)
  readRestBriefly(app, limits.rest)
  addReference(app, services)
  await app.register(async (api) => {
    for (const { routes, routesOver } of features) {
      routes?.(api, services)
      routesOver?.(features)(api, services)
    }
  })
  await addPages(app, services)
  return app
}
