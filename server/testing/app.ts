import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { RoleName } from '../../shared/permissions.ts'
import { buildApp } from '../app.ts'
import { openLogin } from '../core/login.ts'
import type { Mailer } from '../core/mail.ts'
import type { Pusher } from '../core/push.ts'
import { sharedSecret } from '../core/secrets.ts'
import { connect, openServer } from '../db/open.ts'
import type { Db } from '../db/types.ts'
import { openLiveSettings } from '../features/settings/live.ts'
import { diskStore } from '../files/disk.ts'
import type { FileStore } from '../files/files.ts'
import { type ResponsesKey, responsesKeyBeside } from '../files/responses-key.ts'
import type { TimeLimits } from '../http/time-limits.ts'
import type { Jobs } from '../jobs/kinds.ts'
import { openJobs } from '../jobs/queue.ts'
import { ASKED_FOR, MAILS } from '../jobs.ts'
import { readSettings } from '../settings.ts'
import { databaseConfig } from './cluster.ts'
import { type Make, makers } from './make.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
  body: any
  raw: Buffer
}

export interface Client {
  userId: number
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Sends a multipart form. */
  upload(path: string, form: FormData): Promise<Answer>
}

export interface TestApp {
  app: FastifyInstance
  /** As the database's owner, to arrange and to look. */
  db: Db
  /** As the plain role that the app is. */
  plainDb: Db
  filesDirectory: string
  responsesKey: ResponsesKey
  /** Nothing is done of them, unless the app has a mail server. */
  jobs: Jobs
  make: Make
  /** Somebody with no login. */
  nobody: Client
  /** A new login of an account. */
  of(userId: number): Promise<Client>
  /** An account that signs in with its first call. */
  later(userId: number): Client
  /** A new person with this role; staff of `departmentId` when given. */
  as(role: RoleName | 'no-role', departmentId?: number): Promise<Client>
  close(): Promise<void>
}

export interface TestOptions {
  mail?: Mailer
  push?: Pusher
  /** Does jobs without a mail server too. */
  doesJobs?: boolean
  isDemo?: boolean
  environment?: Record<string, string>
  connections?: pg.PoolConfig
  limits?: TimeLimits
  /** The directory for its files, instead of a new temporary one. */
  filesDirectory?: string
  /** A store of another kind over that directory. */
  storeIn?: (filesDirectory: string) => FileStore
  /** True when the database holds the college of `furniture.ts` from the start. */
  isFurnished?: boolean
  /** The log of the app; without it nothing is logged. */
  log?: FastifyBaseLogger
}

/** The real app over a database of its own, cloned from the run's migrated template. */
export async function testApp(options: TestOptions = {}): Promise<TestApp> {
  const { config, templates, app: role, pooler } = inject('cluster')
  const template = options.isFurnished ? templates.furnished : templates.empty
  const name = `elog_test_${randomBytes(8).toString('hex')}`
  const admin = new pg.Client(config)
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  // Statements that fill a table with a college's rows may take their time, unless a test is about the limits.
  const patience = { max: 8, statement_timeout: false as const, ...options.connections }
  const { db, close: closePool } = connect({ ...databaseConfig(config, name), ...patience })
  // As the product runs: the app is a plain role, so that a missing right shows. The test itself is the owner.
  const plain =
    pooler === undefined
      ? connect({ ...databaseConfig(config, name, role), ...patience })
      : await openServer(`postgres://${role.user}@127.0.0.1:${pooler}/${name}`, true)
  const filesDirectory = options.filesDirectory ?? mkdtempSync(join(tmpdir(), 'clinical-elog-files-'))
  const given = readSettings({ DATA_DIR: filesDirectory, ...options.environment })
  const files = options.storeIn?.(filesDirectory) ?? diskStore(join(filesDirectory, 'files'))
  const live = await openLiveSettings(plain.db, given, files)
  const { settings } = live
  const csrfSecret = await sharedSecret(plain.db, 'csrf')
  const deviceSecret = await sharedSecret(plain.db, 'device')
  const calendarSecret = await sharedSecret(plain.db, 'calendar')
  const noticesSecret = await sharedSecret(plain.db, 'notices')
  const responsesKey = responsesKeyBeside(files, plain.db)
  const log = pino({ level: 'silent' })
  const jobs = openJobs({ pool: plain.pool, log, name: 'test', pace: { poll: 0.5, supervise: 1, silent: 10 } })
  const parts = {
    db: plain.db,
    vital: plain.vital,
    settings,
    refreshSettings: live.refresh,
    files,
    responsesKey,
    push: options.push,
    jobs,
    csrfSecret,
    deviceSecret,
    calendarSecret,
    noticesSecret,
    isDemo: options.isDemo,
  }
  const services = options.mail ? { ...parts, mail: options.mail } : live.withMail(parts)
  const app = await buildApp(services, options.log, options.limits)
  await app.ready()
  // With a mail server, mails go out.
  if (options.mail || options.doesJobs)
    await jobs.start([...MAILS, ...ASKED_FOR], {
      ...live.withMail({ ...parts, log }),
      ...(options.mail ? { mail: options.mail } : {}),
    })
  const make = makers(db, files)

  const caller = (userId: number, signIn?: () => Promise<string>): Client => {
    let login: Promise<string> | undefined
    const send = async (request: InjectOptions): Promise<Answer> => {
      login ??= signIn?.()
      const token = await login
      const answer = await app.inject({
        ...request,
        headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      })
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: isJson && answer.body !== '' ? answer.json() : answer.body,
        raw: answer.rawPayload,
      }
    }
    const withBody = (method: 'POST' | 'PUT' | 'PATCH') => (path: string, body?: unknown) =>
      send({ method, url: `/api${path}`, ...(body === undefined ? {} : { payload: body as object }) })
    return {
      userId,
      get: (path) => send({ method: 'GET', url: `/api${path}` }),
      post: withBody('POST'),
      put: withBody('PUT'),
      patch: withBody('PATCH'),
      delete: (path) => send({ method: 'DELETE', url: `/api${path}` }),
      upload: async (path, form) => {
        const encoded = new Response(form)
        return send({
          method: 'POST',
          url: `/api${path}`,
          headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
          payload: Buffer.from(await encoded.arrayBuffer()),
        })
      },
    }
  }
  const signIn = (userId: number) => db.transaction().execute((tx) => openLogin(tx, userId, undefined))
  const of = async (userId: number) => {
    const token = await signIn(userId)
    return caller(userId, async () => token)
  }

  return {
    app,
    db,
    plainDb: plain.db,
    filesDirectory,
    responsesKey,
    jobs,
    make,
    nobody: caller(0),
    of,
    later: (userId) => caller(userId, () => signIn(userId)),
    as: async (role, departmentId) => of(await make.person(role, departmentId)),
    close: async () => {
      await app.close()
      await jobs.stop()
      await plain.close()
      await closePool()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      rmSync(filesDirectory, { recursive: true, force: true })
    },
  }
}
