import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { connect } from '../db/open.ts'
import { grantApp } from '../db/roles.ts'
import { startEmbedded } from '../machine/embedded.ts'
import { type Furniture, furnish } from './furniture.ts'
import { outsideServer } from './outside.ts'
import { type Bouncer, startBouncer } from './pgbouncer.ts'
import { findProgram, missingText } from './programs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The test cluster: the way to reach it as its owner, the migrated databases that test files clone, the rows of the
     * furnished one, and name and password of the plain role that the app under test is.
     */
    cluster: {
      config: pg.PoolConfig
      templates: { empty: string; furnished: string }
      furniture: Furniture
      app: { user: string; password: string }
      /** The port of the pooler through which the app goes, if there is one. */
      pooler: number | undefined
    }
  }
}

interface Cluster {
  config: pg.PoolConfig
  /** Puts a pooler before it, for this user. */
  pool?: (user: { user: string; password: string }) => Promise<number>
  /** True for a server that goes on after the run: its databases and role are dropped. Of others all goes with them. */
  outlives?: boolean
  stop(): Promise<void>
}

/** A server behind PgBouncer, for the tests of vitest.long.config.ts that go through it. */
async function openPooled(): Promise<Cluster> {
  const program = findProgram('pgbouncer')
  if (!program) throw new Error(missingText('pgbouncer'))
  // Letters of all languages have a small and a capital form there, as with the embedded one.
  const outside = await outsideServer(['-c', 'max_connections=300'], 'C.UTF-8')
  let bouncer: Bouncer | undefined
  return {
    config: { connectionString: outside.url },
    pool: async (user) => {
      bouncer = await startBouncer(program, { host: '127.0.0.1', port: outside.port }, [user])
      return bouncer.port
    },
    stop: async () => {
      await bouncer?.close()
      await outside.close()
    },
  }
}

/** Nothing of the run is read after it: its cluster need not outlive the machine. */
const NOTHING_KEPT = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The server of TEST_DATABASE_URL, or one embedded cluster for the whole run. */
async function openCluster(isPooled: boolean): Promise<Cluster> {
  if (isPooled) return openPooled()
  const url = process.env.TEST_DATABASE_URL
  if (url && process.env.TEST_ENGINE === 'server')
    return { config: { connectionString: url }, outlives: true, stop: async () => undefined }
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-test-'))
  chmodSync(directory, 0o755)
  const { host, port, user, database, stop } = await startEmbedded(directory, { settings: NOTHING_KEPT })
  return {
    config: { host, port, user, database },
    stop: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Vitest's global set-up: one cluster a run, with two migrated template databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster(project.name === 'pooler')
  const templates = { empty: `elog_template_${process.pid}`, furnished: `elog_furnished_${process.pid}` }
  const admin = new pg.Client(cluster.config)
  await admin.connect()
  const app = { user: `elog_app_${process.pid}`, password: randomBytes(16).toString('hex') }
  await admin.query(`create role ${app.user} login password '${app.password}'`)
  await admin.query(`create database ${templates.empty}`)
  const empty = connect(databaseConfig(cluster.config, templates.empty))
  await migrate(empty.db)
  await grantApp(empty.db, app.user)
  await empty.close()
  await admin.query(`create database ${templates.furnished} template ${templates.empty}`)
  const furnished = connect(databaseConfig(cluster.config, templates.furnished))
  const furniture = await furnish(furnished.db)
  await furnished.close()
  const pooler = await cluster.pool?.(app)
  project.provide('cluster', { config: cluster.config, templates, furniture, app, pooler })
  return async () => {
    if (cluster.outlives) {
      for (const template of Object.values(templates)) await admin.query(`drop database if exists ${template}`)
      await admin.query(`drop role ${app.user}`)
    }
    await admin.end()
    await cluster.stop()
  }
}

/** Returns the config of another database on the same server; as its owner, or as another role. */
export function databaseConfig(
  config: pg.PoolConfig,
  database: string,
  role?: { user: string; password: string },
): pg.PoolConfig {
  if (!config.connectionString) return { ...config, database, ...role }
  const url = new URL(config.connectionString)
  url.pathname = `/${database}`
  if (role) Object.assign(url, { username: role.user, password: role.password })
  return { connectionString: url.href }
}
