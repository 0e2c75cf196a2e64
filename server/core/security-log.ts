import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { CODE_NEEDED } from '../../shared/contract/auth.ts'
import { ADDRESS_MAX, type SecurityKind } from '../../shared/contract/security-log.ts'
import type { Db } from '../db/types.ts'
import { openSecurityLog, type SecurityLog } from './security-log-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    securityLog: SecurityLog
  }
}

const DEVICE_MAX = 400
const DETAIL_MAX = 300

/** Returns a sent text as far as it can be shown: printable, on one line. */
const cleaned = (text: string, max: number) => text.replace(/[^\x20-\x7e\u00a0-\u00ff]/g, '').slice(0, max)

/** Fields that prove who somebody is: a wrong one is a 422 of its field. */
const PROOFS = ['current_password', 'code']

/** The events that answers of these calls tell, by status. */
const ANSWERS: Record<string, Record<number, SecurityKind>> = {
  'POST /api/login': { 200: 'sign-in', 401: 'sign-in-failed', 429: 'locked-out' },
  'POST /api/auth/provider/finish': { 200: 'sign-in', 401: 'sign-in-failed', 429: 'locked-out' },
  'POST /api/logout': { 200: 'sign-out' },
  'DELETE /api/auth/logins/:id': { 200: 'login-ended' },
  'DELETE /api/auth/logins': { 200: 'login-ended' },
  'POST /api/auth/second-factor/confirm': { 200: 'second-factor-on', 422: 'sign-in-failed', 429: 'locked-out' },
  'POST /api/auth/second-factor/recovery-codes': { 200: 'recovery-codes', 422: 'sign-in-failed', 429: 'locked-out' },
  'POST /api/auth/second-factor/off': { 200: 'second-factor-off', 422: 'sign-in-failed', 429: 'locked-out' },
  'DELETE /api/users/:id/second-factor': { 200: 'second-factor-reset' },
  'POST /api/auth/change-password': { 200: 'password-changed', 422: 'sign-in-failed', 429: 'locked-out' },
  'POST /api/auth/email': { 200: 'email-given', 422: 'sign-in-failed', 429: 'locked-out' },
  'POST /api/auth/email/take': { 200: 'email-confirmed' },
  'POST /api/auth/forgot-password': { 200: 'password-forgotten', 429: 'locked-out' },
  'POST /api/auth/reset-password': { 200: 'password-reset', 429: 'locked-out' },
  'POST /api/calendar': { 200: 'calendar-made' },
  'DELETE /api/calendar': { 200: 'calendar-revoked' },
  'POST /api/notices/device': { 200: 'notices-on' },
  'DELETE /api/notices/device': { 200: 'notices-off' },
  'DELETE /api/notices/devices': { 200: 'notices-off' },
  'POST /api/students': { 201: 'credentials-issued' },
  'POST /api/staff': { 201: 'credentials-issued' },
  'POST /api/users/:id/initial-password': { 200: 'credentials-issued' },
  'POST /api/students/initial-passwords': { 200: 'credentials-issued' },
}

interface KnownPerson {
  id: number
  name: string
  email: string | null
}

interface RequestFacts {
  refusal?: Error
  /** The person behind the mailed link of a reset: afterwards the link is gone. */
  person?: KnownPerson | undefined
}

const known = new WeakMap<FastifyRequest, RequestFacts>()
const tell = (request: FastifyRequest, more: RequestFacts) => known.set(request, { ...known.get(request), ...more })

/** Says who is behind a call that has neither login nor email. */
export const knowPerson = (request: FastifyRequest, { id, name, email }: KnownPerson) =>
  tell(request, { person: { id, name, email } })

const textIn = (body: unknown, field: string): string | undefined => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value.trim() : undefined
}

const personBehind = (db: Db, token: string) =>
  db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

const hasError = (error: Error | undefined, field: string) =>
  error !== undefined && 'errors' in error && typeof error.errors === 'object' && field in (error.errors ?? {})

function kindOf(request: FastifyRequest, status: number, refusal: Error | undefined): SecurityKind | undefined {
  if (status === 403) return 'refused'
  const kind = ANSWERS[`${request.method} ${request.routeOptions.url}`]?.[status]
  // Nothing has failed yet where the password was right and the code is still to come.
  if (status === 401 && refusal?.message === CODE_NEEDED) return 'code-asked'
  return status === 422 && !PROOFS.some((field) => hasError(refusal, field)) ? undefined : kind
}

const pathOf = ({ method, url }: FastifyRequest) => `${method} ${url.split('?')[0]}`

/**
 * Returns the emails of the people whom passwords were issued to, or the numbers of those without one: of a new person the
 * one that was sent, else those of the accounts.
 */
async function namesOf(db: Db, { body, params }: FastifyRequest): Promise<string> {
  const sent = textIn(body, 'email') || textIn(body, 'roll_no') || textIn(body, 'staff_no')
  if (sent) return sent
  const { student_ids } = (body ?? {}) as { student_ids?: number[] }
  const { id } = params as { id?: number }
  const accounts = db
    .selectFrom('users')
    .leftJoin('students', 'students.user_id', 'users.id')
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .select((eb) => eb.fn.coalesce('users.email', 'students.roll_no', 'staff.staff_no').as('said'))
    .orderBy('said')
  const theirs = student_ids
    ? accounts.where('users.id', 'in', (students) =>
        students.selectFrom('students').select('user_id').where('id', 'in', student_ids),
      )
    : accounts.where('users.id', '=', Number(id))
  return (await theirs.execute()).flatMap(({ said }) => said ?? []).join(', ')
}

function detailOf(request: FastifyRequest, kind: SecurityKind, refusal: Error | undefined): string | null {
  const said = refusal && ('errors' in refusal ? Object.values(refusal.errors ?? {}).flat()[0] : undefined)
  const message = said === undefined ? refusal?.message : String(said)
  if (kind === 'refused') return cleaned(`${pathOf(request)}: ${message ?? 'refused'}`, DETAIL_MAX)
  if (OF_OTHERS.has(kind)) return cleaned(pathOf(request), DETAIL_MAX)
  return message === undefined ? null : cleaned(message, DETAIL_MAX)
}

/** Acts on other people's accounts: their emails or numbers are told. */
const OF_OTHERS: ReadonlySet<SecurityKind> = new Set(['credentials-issued', 'second-factor-reset'])

/** Takes an event down with who, from where and with what. */
export function noteSecurity(request: FastifyRequest, kind: SecurityKind, detail: string | null): void {
  const { caller } = request
  const user = caller ? { id: caller.id, name: caller.name, email: caller.email } : known.get(request)?.person
  const device = request.headers['user-agent']
  request.server.securityLog.note({
    kind,
    user,
    typed: user ? undefined : textIn(request.body, 'email'),
    address: cleaned(request.ip, ADDRESS_MAX),
    device: device ? cleaned(device, DEVICE_MAX) : null,
    detail,
  })
}

/**
 * Keeps the security log: it looks at the answers, and writes after they are out. A failed sign-in is logged, the 401
 * for want of a login is not, and neither are calls that could not be read at all.
 */
export function addSecurityLog(app: FastifyInstance, { db }: { db: Db }): void {
  app.decorate('securityLog', openSecurityLog(db, app.log))
  app.addHook('onClose', () => app.securityLog.close())
  app.addHook('onError', async (request, _reply, refusal) => void tell(request, { refusal }))
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.url !== '/api/auth/reset-password') return
    const token = textIn(request.body, 'token')
    // A failed look-up must not decide the answer.
    if (token) tell(request, { person: await personBehind(db, token).catch(() => undefined) })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    // Told when it was done, not when its answer is given again.
    if (reply.hasHeader('idempotency-replayed')) return
    const refusal = known.get(request)?.refusal
    const kind = kindOf(request, statusCode, refusal)
    if (!kind) return
    const detail = detailOf(request, kind, refusal)
    const names = OF_OTHERS.has(kind) && (await namesOf(db, request).catch(() => ''))
    noteSecurity(request, kind, names ? cleaned(`${detail}: ${names}`, DETAIL_MAX) : detail)
  })
}
