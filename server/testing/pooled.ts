import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OutsideServer, outsideServer } from './outside.ts'
import { type Bouncer, startBouncer } from './pgbouncer.ts'
import type { Program } from './programs.ts'

/** Asked for by a pooler alone, and only where it is told to. */
const PASSWORD = 'plain'

/** A PostgreSQL server with two roles behind PgBouncer. */
export interface PooledServer {
  outside: OutsideServer
  bouncer: Bouncer
  /** Another pooler before the same server. */
  another(settings: Record<string, string>): Promise<Bouncer>
  /** The address for the app's role through a pooler, and for the owner past it. */
  appUrl(port: number): string
  ownerUrl: string
  dataDir: string
  close(): Promise<void>
}

export async function startPooled(program: Program): Promise<PooledServer> {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-pooled-'))
  chmodSync(directory, 0o755)
  const dataDir = join(directory, 'data')
  mkdirSync(dataDir)
  // The server has other settings than ours: a setting that a connection does not say itself would be seen.
  const outside = await outsideServer(['-c', 'timezone=Asia/Karachi'])
  await outside.ask('create role elog_owner login')
  await outside.ask('create role elog_app login')
  await outside.ask('create database elog owner elog_owner')
  const another = (settings: Record<string, string>) =>
    startBouncer(
      program,
      { host: '127.0.0.1', port: outside.port },
      [{ user: 'elog_app', password: PASSWORD }],
      settings,
    )
  const bouncer = await another({})
  const urlOf = (user: string, port: number) => `postgres://${user}@127.0.0.1:${port}/elog`
  return {
    outside,
    bouncer,
    another,
    appUrl: (port) => urlOf(`elog_app:${PASSWORD}`, port),
    ownerUrl: urlOf('elog_owner', outside.port),
    dataDir,
    close: async () => {
      await bouncer.close()
      await outside.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
