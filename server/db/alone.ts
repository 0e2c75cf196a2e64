import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Db, Tables } from './types.ts'

/** A connection of its own, with Kysely over it, for work that streams and that takes as long as it takes. */
export interface Alone {
  client: pg.Client
  db: Db
  close(): Promise<void>
}

/**
 * Settings that must not hang on a server: how a value looks as text, how long a statement may take, and where the
 * reading of a table begins.
 */
const OPTIONS = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  synchronize_seqscans: 'off',
  jit: 'off',
}

const CLOSING_MS = 2_000

/**
 * Connects without the pool. The pool sends statements before the answers to earlier ones have come, and a stream
 * (COPY) has to have the connection to itself.
 */
export async function connectAlone(config: pg.PoolConfig): Promise<Alone> {
  const { connectionString, host, port, user, password, database } = config
  const client = new pg.Client({
    ...(connectionString ? { connectionString } : { host, port, user, password, database }),
    keepAlive: true,
    application_name: 'clinical-elog-backup',
    options: Object.entries(OPTIONS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // A lost connection fails the statement that is on it, or the next one.
  client.on('error', () => undefined)
  await client.connect()
  const only = { query: client.query.bind(client), release: () => undefined } as unknown as PostgresPoolClient
  const pool = { options: {}, connect: async () => only, end: async () => undefined }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await Promise.race([client.end().catch(() => undefined), sleep(CLOSING_MS, undefined, { ref: false })])
    // In the middle of a stream that nobody reads, it would not end.
    client.connection.stream.destroy()
  }
  return { client, db, close }
}
