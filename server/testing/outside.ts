import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseAccount } from '../db/data-directory.ts'
import { findBinaries } from '../postgres/binaries.ts'
import { freePort } from './product.ts'

const EMBEDDED = '18'
const STOPS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/** A PostgreSQL server that is not ours, for DATABASE_URL. */
export interface OutsideServer {
  url: string
  port: number
  place: Place
  version: string
  ask<T extends object>(text: string): Promise<T[]>
  start(): Promise<void>
  /** As an administrator does it: `fast` ends every connection, `immediate` is a crash, and `kill` a lost machine. */
  stop(kind: keyof typeof STOPS): Promise<void>
  close(): Promise<void>
}

/** The directory of the system's programs (Debian's, say), the newest ones. */
function systemPrograms(): { place: string; version: string } | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(join(root, name, 'bin/initdb')))
    : []
  const version = versions.sort((a, b) => Number(b) - Number(a))[0]
  return version === undefined ? undefined : { place: join(root, version, 'bin'), version }
}

/** The system's programs when there are some, else those of the embedded server. */
async function programs(account: ReturnType<typeof databaseAccount> | null, directory: string) {
  const system = systemPrograms()
  if (!system) return { ...findBinaries({ account, copiesIn: directory, isNew: true }), version: EMBEDDED }
  const { place, version } = system
  return { initdb: join(place, 'initdb'), postgres: join(place, 'postgres'), version }
}

/** Who PostgreSQL runs as, and without an output. */
function runningAs(account: ReturnType<typeof databaseAccount> | null, cwd: string) {
  return { cwd, stdio: 'ignore' as const, ...(account && { uid: account.uid, gid: account.gid }) }
}

function initialise(initdb: string, cluster: string, locale: string, as: ReturnType<typeof runningAs>): void {
  const options = ['-U', 'elog', '-E', 'UTF8', `--locale=${locale}`, '--auth=trust', '-N']
  const made = spawnSync(initdb, ['-D', cluster, ...options], as)
  if (made.status !== 0) throw new Error(`initdb ended with ${made.status}`)
}

/** Makes clusters of another major version than the embedded one, where the system has its programs. */
export function otherMajorVersion() {
  const system = systemPrograms()
  if (!system || system.version === EMBEDDED) return undefined
  const { place, version } = system
  const makeCluster = (cluster: string) => {
    const account = process.geteuid?.() === 0 ? databaseAccount('/') : null
    initialise(join(place, 'initdb'), cluster, 'C', runningAs(account, dirname(cluster)))
    return version
  }
  return { makeCluster }
}

/** What one runs with. */
interface Place {
  directory: string
  cluster: string
  postgres: string
  version: string
  /** Who runs it, and without an output. */
  as: { cwd: string; stdio: 'ignore'; uid?: number; gid?: number }
}

/** Makes one in a directory of its own; it listens on the loopback. */
export async function outsideServer(options: string[] = [], locale = 'C'): Promise<OutsideServer> {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-outside-'))
  chmodSync(directory, 0o777)
  const account = process.geteuid?.() === 0 ? databaseAccount('/') : null
  const { initdb, postgres, version } = await programs(account, directory)
  const as = runningAs(account, directory)
  const cluster = join(directory, 'cluster')
  initialise(initdb, cluster, locale, as)
  const server = serverAt({ directory, cluster, postgres, version, as }, await freePort(), options)
  await server.start()
  return server
}

/** Both have every acknowledged transaction: the primary acknowledges none that the other one has not written. */
export async function withStandby(): Promise<{ primary: OutsideServer; standby: OutsideServer }> {
  const first = await outsideServer()
  await first.stop('fast')
  const { place } = first
  const copy = join(place.directory, 'standby')
  const copied = spawnSync('cp', ['-a', place.cluster, copy])
  if (copied.status !== 0) throw new Error('the cluster could not be copied')
  writeFileSync(join(copy, 'standby.signal'), '')
  const [port, other] = [await freePort(), await freePort()]
  const primary = serverAt(place, port, ['-c', 'synchronous_standby_names=standby'])
  const info = `host=127.0.0.1 port=${port} user=elog application_name=standby`
  const standby = serverAt({ ...place, cluster: copy }, other, ['-c', `primary_conninfo=${info}`])
  await Promise.all([primary.start(), standby.start()])
  const followers = () => primary.ask<{ state: string }>('select sync_state as state from pg_stat_replication')
  for (let tries = 0; (await followers())[0]?.state !== 'sync'; tries += 1) {
    if (tries === 400) throw new Error('the standby does not follow')
    await sleep(50)
  }
  return { primary, standby }
}

function serverAt(place: Place, port: number, options: string[] = []): OutsideServer {
  const { directory, cluster, postgres, version, as } = place
  const url = `postgres://elog@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined

  const ask = async <T extends object>(text: string) => {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<T>(text)).rows
    } finally {
      await client.end()
    }
  }
  const start = async () => {
    const where = ['-D', cluster, '-p', String(port), '-h', '127.0.0.1', '-k', directory, '-F']
    server = spawn(postgres, [...where, ...options], as)
    for (let tries = 0; tries < 400; tries += 1) {
      if (
        await ask('select 1').then(
          () => true,
          () => false,
        )
      )
        return
      await sleep(50)
    }
    throw new Error('the server outside does not start')
  }
  const stop = async (kind: keyof typeof STOPS) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(STOPS[kind])
    await ended
  }
  return {
    url,
    port,
    version,
    place,
    ask,
    start,
    stop,
    close: async () => {
      await stop('immediate')
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
