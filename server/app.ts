import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { keepCollegeClock } from '../shared/college-clock.ts'
import type { FeatureName } from '../shared/contract/all.ts'
import { proxiesIn } from './core/networks.ts'
import { addSecurityLog } from './core/security-log.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { assessmentRoutes } from './features/assessments/routes.ts'
import { attendanceRoutes } from './features/attendance/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { batchRoutes } from './features/batches/routes.ts'
import { calendarRoutes } from './features/calendar/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { departmentRoutes } from './features/departments/routes.ts'
import { designationRoutes } from './features/designations/routes.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import { surveyHits } from './features/feedback/search.reads.ts'
import { groupRoutes } from './features/groups/routes.ts'
import { groupHits } from './features/groups/search.reads.ts'
import { healthRoutes } from './features/health/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { leaveRoutes } from './features/leaves/routes.ts'
import { libraryRoutes } from './features/library/routes.ts'
import { libraryHits } from './features/library/search.reads.ts'
import { membershipRoutes } from './features/memberships/routes.ts'
import { personalDataRoutes } from './features/personal-data/routes.ts'
import { reportingRoutes } from './features/reportings/routes.ts'
import { caseHits } from './features/reportings/search.reads.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { securityLogRoutes } from './features/security-log/routes.ts'
import { staffRoutes } from './features/staff/routes.ts'
import { staffHits } from './features/staff/search.reads.ts'
import { startRoutes } from './features/start/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { studentReportRoutes } from './features/student-reports/routes.ts'
import { studentRoutes } from './features/students/routes.ts'
import { studentHits } from './features/students/search.reads.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { taskHits } from './features/tasks/search.reads.ts'
import type { FileHolder } from './files/holders.ts'
import { limitUploads } from './files/upload-limits.ts'
import { answerErrors } from './http/answers.ts'
import { readRestBriefly } from './http/body-rest.ts'
import { Connections, serverWith, watchConnections } from './http/connections.ts'
import { readJson } from './http/json-bodies.ts'
import { cutWhoIsLetOut } from './http/let-out.ts'
import { addPages } from './http/pages.ts'
import { answerParser } from './http/parser-answers.ts'
import { appTurns } from './http/person-turns.ts'
import { addReference } from './http/reference.ts'
import { type Feature, requirePermissions } from './http/routes.ts'
import { securityHeaders } from './http/security.ts'
import { serializerCompiler } from './http/serializing.ts'
import type { Services } from './http/services.ts'
import { TIME_LIMITS, timeLimits } from './http/time-limits.ts'
import { tellAnswers } from './http/told-answers.ts'
import { validatorCompiler } from './http/validation.ts'
import { TODAY } from './today.ts'

/** Every table with files: what none of them names is set aside by the sweep. */
export const holdsFiles: readonly FileHolder[] = [
  'submission_files',
  'former_submission_files',
  'library_entries',
  'library_uploads',
  'reporting_files',
  'leave_files',
]

const features: Record<FeatureName, Feature> = {
  health: healthRoutes,
  auth: authRoutes,
  accounts: accountRoutes,
  'personal-data': personalDataRoutes,
  start: startRoutes,
  dashboard: dashboardRoutes(TODAY),
  search: searchRoutes([studentHits, staffHits, groupHits, taskHits, surveyHits, libraryHits, caseHits]),
  calendar: calendarRoutes,
  departments: departmentRoutes,
  designations: designationRoutes,
  roles: roleRoutes,
  batches: batchRoutes,
  groups: groupRoutes,
  memberships: membershipRoutes,
  students: studentRoutes,
  staff: staffRoutes,
  imports: importRoutes,
  tasks: taskRoutes,
  attendance: attendanceRoutes,
  leaves: leaveRoutes,
  assessments: assessmentRoutes,
  library: libraryRoutes,
  reportings: reportingRoutes,
  feedback: feedbackRoutes,
  'student-reports': studentReportRoutes,
  audit: auditRoutes,
  'security-log': securityLogRoutes,
  status: statusRoutes,
}

/** Bodies are small texts; files come as multipart, with limits of their own. */
const BODY_MAX_BYTES = 1024 * 1024

/** The whole app, page and API, over its services. `logger` is pino's or Fastify's. */
export async function buildApp(
  services: Services,
  logger?: FastifyBaseLogger,
  limits = TIME_LIMITS,
): Promise<FastifyInstance> {
  keepCollegeClock(services.settings.COLLEGE_TIMEZONE)
  const { TRUST_PROXY } = services.settings
  const connections = new Connections(proxiesIn(TRUST_PROXY), { unread: { stillMs: limits.unread } })
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    // A reverse proxy runs beside the server or is named; nobody else's word for the caller's address counts.
    trustProxy: ['loopback', ...TRUST_PROXY],
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    serverFactory: serverWith(connections, limits),
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
  app.decorateRequest('once', null)
  requirePermissions(app)
  watchConnections(app, connections, limits.look)
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
    for (const feature of Object.values(features)) feature(api, services)
  })
  await addPages(app, services)
  return app
}
