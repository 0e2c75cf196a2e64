import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { APP_ROLE } from '../machine/access.ts'
import { type EmbeddedPostgres, type Starting, startEmbedded } from '../machine/embedded.ts'
import { collegeNow } from '../machine/of-college.ts'
import type { Account } from '../machine/process.ts'
import type { ConnectionBound } from './bound.ts'
import { refuseIgnored, settleRole, withPoolerHint } from './pooler.ts'
import { preparing } from './prepared.ts'
import { types } from './reading.ts'
import { ensureAppRole, grantApp, grantCopying } from './roles.ts'
import { PooledSession, Session } from './session.ts'
import { tellSlowOf } from './slow.ts'
import type { Db, Tables } from './types.ts'

export interface OpenDatabase {
  db: Db
  /** A few connections for what has to work while all of `db`'s are busy: finding the caller, signing in, health. */
  vital: Db
  pool: pg.Pool
  vitalPool: pg.Pool
  /** Closes the connections, then the embedded server if it is ours. */
  close(): Promise<void>
}

/** The database of this process, and what keeps it. */
export interface OwnDatabase extends OpenDatabase, Pick<EmbeddedPostgres, 'account' | 'lost'> {
  /** The directory of the embedded server's cluster. */
  cluster: string | undefined
}

/** The time for the queries of handlers that nobody waits for any more. */
const CLOSING_MS = 5_000

const OLDEST_SERVER = 15
const VITAL_CONNECTIONS = 5
/** The time for one statement, for a lock, and for a transaction that is not going on. */
const PATIENCE_MS = 15_000
/**
 * Further settings of a connection: the reader of instants relies on UTC, and solid-state disks seek as fast as they
 * read.
 */
const SETTINGS = { timezone: 'UTC', jit: 'off', random_page_cost: '1.1' }
/** The same time as a server says it. */
const PATIENCE = '15s'
const SESSION = {
  ...SETTINGS,
  statement_timeout: PATIENCE,
  lock_timeout: PATIENCE,
  idle_in_transaction_session_timeout: PATIENCE,
}
/** The time for a connection, where all are in use or the server does not answer. */
const CONNECTING_MS = 5_000
/**
 * Connections that stay open for the next who comes (docs/decisions/0101-kept-connections.md): some however long that
 * takes, the others for five minutes. Silent ones are asked each ten seconds whether the other machine is still there.
 */
const STAYING = { min: 4, idleTimeoutMillis: 300_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export interface Connecting extends pg.PoolConfig {
  /** A pooler stands in between, which gives a connection for a transaction. */
  isPooled?: boolean
  /** The connections that it shares with others of this process. */
  bound?: ConnectionBound
  /** The connections of `vital`. */
  vital?: number
}

/** Opens the pools and Kysely over them; a pool takes a connection only once it is asked for one. */
export function connect({ vital: most = VITAL_CONNECTIONS, ...config }: Connecting): OpenDatabase {
  const { db, pool, kysely, close } = openPool({ max: 20, ...config })
  // An idle connection serves both where several colleges share them.
  const lend = () => (config.bound && pool.idleCount > 0 && pool.waitingCount === 0 ? kysely.connect() : undefined)
  const vital = openPool({ ...config, max: most }, lend)
  return {
    db,
    pool,
    vital: vital.db,
    vitalPool: vital.pool,
    close: async () => void (await Promise.all([close(), vital.close()])),
  }
}

/** @param lend gives a connection of another pool, if that has one to spare */
function openPool(
  { isPooled = false, bound, ...config }: Connecting,
  lend: () => Promise<PostgresPoolClient> | undefined = () => undefined,
) {
  const session = {
    statement_timeout: PATIENCE_MS,
    lock_timeout: PATIENCE_MS,
    idle_in_transaction_session_timeout: PATIENCE_MS,
    ...config,
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
  const pool = new pg.Pool({
    Client: bound ? bound.within(isPooled ? PooledSession : Session) : isPooled ? PooledSession : Session,
    verify: Session.refuseStandby,
    connectionTimeoutMillis: CONNECTING_MS,
    // Colleges that share connections leave them to each other.
    ...(bound ? {} : STAYING),
    ...(isPooled ? config : session),
    // Sends a statement before the one ahead of it is answered, where two are given together.
    pipeline: true,
    types,
    application_name: 'clinical-elog',
  })
  // A connection that is lost costs the query that is on it, or the next one; the pool replaces it. Node would end for
  // an error that nobody listens to: the pool listens to an idle connection only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const leave = bound?.share(pool)
  const isWanted = () => bound?.isWaitedFor === true && pool.waitingCount === 0
  const kysely = preparing(pool, { isNaming: !isPooled, isWanted })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { ...kysely, connect: () => lend() ?? kysely.connect() } }),
    log: tellSlowOf(collegeNow()),
  })
  const end = async () => {
    leave?.()
    await db.destroy()
    // Kysely ends the pool only once it has used it.
    if (!pool.ending) await pool.end()
  }
  const close = () => Promise.race([end(), sleep(CLOSING_MS, undefined, { ref: false })])
  return { db, pool, kysely, close }
}

/** A step of the owner before the app is let in: given the database, and how to connect to it. */
type OwnersStep = (owner: Db, config: pg.PoolConfig) => Promise<unknown>
/** A step that is also told the user of the embedded server, when that is not our own. */
type Preparing = (...given: [...Parameters<OwnersStep>, account: Account | null]) => Promise<unknown>

/** Brings the schema up to date and gives the app its rights, over connections that are closed afterwards. */
async function asOwner(config: pg.PoolConfig, ...steps: OwnersStep[]): Promise<void> {
  const owner = connect({ ...config, max: 2 })
  try {
    for (const step of steps) await step(owner.db, config)
  } finally {
    await owner.close()
  }
}

interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATABASE_OWNER_URL?: string | undefined
  DATABASE_POOLER?: 'transaction' | undefined
  DATA_DIR: string
}

/**
 * Opens `DATABASE_URL` when set, else the embedded PostgreSQL below `DATA_DIR`, starting it. `preparing` is given the
 * database as its owner; what is returned is the plain role (but for a `DATABASE_URL` without `DATABASE_OWNER_URL`).
 * @throws Error with one line for people.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  preparing: Preparing,
  starting: Starting = {},
): Promise<OwnDatabase> {
  if (settings.DATABASE_URL) {
    const prepare: OwnersStep = (...given) => preparing(...given, null)
    const opened = await openServer(settings.DATABASE_URL, settings.DATABASE_POOLER !== undefined)
    try {
      if (settings.DATABASE_OWNER_URL) await prepareServer(opened, settings.DATABASE_OWNER_URL, prepare)
      else await prepare(opened.db, { connectionString: settings.DATABASE_URL })
      return { ...opened, account: null, cluster: undefined, lost: new Promise(() => undefined) }
    } catch (error) {
      await opened.close()
      throw error
    }
  }
  const server = await startEmbedded(settings.DATA_DIR, starting)
  const { host, port, user, database, account, cluster, lost } = server
  const isArchiving = starting.settings?.archive_mode === 'on'
  const prepare: OwnersStep = (...given) => preparing(...given, account)
  try {
    await asOwner({ host, port, user, database }, prepare, ensureAppRole, async (owner) => {
      await grantApp(owner, APP_ROLE)
      if (isArchiving) await grantCopying(owner, APP_ROLE)
      server.shutOwnerOut()
      await sql`select pg_reload_conf()`.execute(owner)
    })
  } catch (error) {
    await server.stop()
    throw error
  }
  const opened = connect({ host, port, user: APP_ROLE, database })
  return {
    ...opened,
    account,
    cluster,
    lost,
    close: async () => {
      await opened.close()
      await server.stop()
    },
  }
}

/** Opens a server that is not ours. @throws Error with one line for people */
export async function openServer(url: string, isPooled: boolean, sharing: Connecting = {}): Promise<OpenDatabase> {
  const opened = connect({ ...sharing, connectionString: url, isPooled })
  try {
    const { rows } = await opened.pool.query<Record<string, string>>(
      `select current_setting('server_version_num')::int / 10000 as major,
        ${Object.keys(SESSION).map((name) => `current_setting('${name}') as ${name}`)}`,
    )
    const { major = '', ...session } = rows[0] ?? {}
    if (Number(major) < OLDEST_SERVER)
      throw new Error(`PostgreSQL ${OLDEST_SERVER} or newer is needed, the server is ${major}`)
    if (isPooled) await settleRole(opened.db, opened.pool, SESSION)
    else refuseIgnored(SESSION, session)
    return opened
  } catch (error) {
    await opened.close()
    throw new Error(`The database of DATABASE_URL cannot be used: ${withPoolerHint(error)}`)
  }
}

async function prepareServer(app: OpenDatabase, ownerUrl: string, prepare: OwnersStep) {
  const { rows } = await app.pool.query<{ role: string; database: string }>(
    'select current_user as role, current_database() as database',
  )
  const { role = '', database = '' } = rows[0] ?? {}
  const isSame = async (owner: Db) => {
    const found = await sql<{ database: string }>`select current_database() as database`.execute(owner)
    if (found.rows[0]?.database !== database) throw new Error(`DATABASE_URL names another one, ${database}`)
  }
  await asOwner(
    { connectionString: ownerUrl },
    ofOwner(isSame),
    prepare,
    ofOwner((owner) => grantApp(owner, role)),
  )
}

/** Names the database of this role in the step's failure, for the person who chose it. */
const ofOwner =
  (step: OwnersStep): OwnersStep =>
  (owner, config) =>
    step(owner, config).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : error
      throw new Error(`The database of DATABASE_OWNER_URL cannot be used: ${why}`)
    })
