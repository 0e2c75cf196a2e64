import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { preparing } from './prepared.ts'
import type { Db, Tables } from './types.ts'

const { builtins } = pg.types
/** The server's text of an instant, `2026-01-31 08:15:00[.123]+00`, as ISO 8601 UTC. */
const instant = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}${text.slice(19, -3).padEnd(4, text[19] === '.' ? '0' : '.000')}Z`

/** `date` stays the text it is; instants are ISO 8601 UTC; `bigint` counts are numbers, which they fit. */
const readers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.TIMESTAMPTZ, instant],
  [builtins.INT8, Number],
])
const types = { getTypeParser: (oid: number) => readers.get(oid) ?? pg.types.getTypeParser(oid) } as typeof pg.types

export interface OpenDatabase {
  db: Db
  /** A few connections for what has to work while all of `db`'s are busy: who calls, signing in, health. */
  vital: Db
  pool: pg.Pool
  /** Closes the connections, then the embedded server if it is ours. */
  close(): Promise<void>
}

const OLDEST_SERVER = 15
const VITAL_CONNECTIONS = 5
/** For one statement, for a lock, and for a transaction that is not going on (server-rules.md §5). */
const PATIENCE_MS = 15_000
/** For a connection, where all are in use or the server does not answer. */
const CONNECTING_MS = 5_000

/** Opens the pools and Kysely over them; a pool takes a connection only once it is asked for one. */
export function connect(config: pg.PoolConfig): OpenDatabase {
  const { db, pool, close } = openPool({ max: 20, ...config })
  const vital = openPool({ ...config, max: VITAL_CONNECTIONS })
  return { db, pool, vital: vital.db, close: async () => void (await Promise.all([close(), vital.close()])) }
}

function openPool(config: pg.PoolConfig) {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTING_MS,
    statement_timeout: PATIENCE_MS,
    lock_timeout: PATIENCE_MS,
    idle_in_transaction_session_timeout: PATIENCE_MS,
    ...config,
    types,
    application_name: 'clinical-elog',
    // What the reader of instants above relies on; and solid-state disks, which seek as fast as they read.
    options: '-c timezone=UTC -c jit=off -c random_page_cost=1.1',
  })
  // An idle connection that the server drops is replaced by the pool at the next query.
  pool.on('error', () => undefined)
  // One that is in use fails at its query; what else it says would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only once it has used it.
    if (!pool.ended) await pool.end()
  }
  return { db, pool, close }
}

/**
 * Opens `DATABASE_URL` when set, else the embedded PostgreSQL below `DATA_DIR`, starting it.
 * @throws Error with one line for people.
 */
export async function openDatabase(settings: {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) {
    const opened = connect({ connectionString: settings.DATABASE_URL })
    try {
      const { rows } = await opened.pool.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
      if (major < OLDEST_SERVER)
        throw new Error(`PostgreSQL ${OLDEST_SERVER} or newer is needed, the server is ${major}`)
      return opened
    } catch (error) {
      await opened.close()
      throw new Error(`The database of DATABASE_URL cannot be used: ${error instanceof Error ? error.message : error}`)
    }
  }
  const server = await startEmbedded(settings.DATA_DIR)
  const { host, port, user, database } = server
  const opened = connect({ host, port, user, database })
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await server.stop()
    },
  }
}
