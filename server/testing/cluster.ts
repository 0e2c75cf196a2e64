import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { connect } from '../db/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the test cluster, and the migrated database that each test file clones. */
    cluster: { config: pg.PoolConfig; template: string }
  }
}

/** The server of TEST_DATABASE_URL, or one embedded cluster for the whole run. */
async function openCluster(): Promise<{ config: pg.PoolConfig; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url && process.env.TEST_ENGINE === 'server')
    return { config: { connectionString: url }, stop: async () => undefined }
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-test-'))
  chmodSync(directory, 0o755)
  const { host, port, user, database, stop } = await startEmbedded(directory)
  return {
    config: { host, port, user, database },
    stop: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Vitest's global set-up: one cluster a run, one migrated template database, dropped again at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster()
  const template = `elog_template_${process.pid}`
  const admin = new pg.Client(cluster.config)
  await admin.connect()
  await admin.query(`create database ${template}`)
  const { db, close } = connect(databaseConfig(cluster.config, template))
  await migrate(db)
  await close()
  project.provide('cluster', { config: cluster.config, template })
  return async () => {
    await admin.query(`drop database if exists ${template}`)
    await admin.end()
    await cluster.stop()
  }
}

/** The same server, another database. */
export function databaseConfig(config: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!config.connectionString) return { ...config, database }
  const url = new URL(config.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
