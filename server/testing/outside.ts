import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../machine/binaries.ts'
import { databaseAccount } from '../machine/data-directory.ts'
import type { Account } from '../machine/process.ts'
import { findBut, installed, type PostgresPrograms, runnableBy } from './postgres-programs.ts'
import { freePort } from './product.ts'
import { missingText } from './programs.ts'

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

function openDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-outside-'))
  chmodSync(directory, 0o777)
  return directory
}

/** Returns the account that PostgreSQL runs as. */
const runner = () => (process.geteuid?.() === 0 ? databaseAccount('/') : null)

/** The system's programs when there are some, else those of the embedded server. */
function programsFor(account: Account | null, directory: string): Omit<PostgresPrograms, 'root'> {
  const [system] = installed()
  return system ?? { ...findBinaries({ account, copiesIn: directory, isNew: true }), env: {}, version: EMBEDDED }
}

/** As this account, and without an output. */
function runningAs(account: Account | null, cwd: string, more: Record<string, string>) {
  const env = { ...process.env, ...more }
  return { cwd, env, stdio: 'ignore' as const, ...(account && { uid: account.uid, gid: account.gid }) }
}

function initialise(initdb: string, cluster: string, locale: string, as: ReturnType<typeof runningAs>): void {
  const options = ['-U', 'elog', '-E', 'UTF8', `--locale=${locale}`, '--auth=trust', '-N']
  const made = spawnSync(initdb, ['-D', cluster, ...options], as)
  if (made.status !== 0) throw new Error(`initdb ended with ${made.status}`)
}

/** Makes servers and clusters of another major version than the embedded one, where its programs can be had. */
export function otherMajorVersion() {
  const found = findBut(EMBEDDED)
  if (!found) return undefined
  return {
    version: found.version,
    makeCluster: (cluster: string) => {
      const directory = openDirectory()
      const account = runner()
      const { initdb, env } = runnableBy(account, found, directory)
      initialise(initdb, cluster, 'C', runningAs(account, dirname(cluster), env))
      rmSync(directory, { recursive: true })
    },
    startServer: (locale: string) => outsideServer([], locale, found),
  }
}

/** The words where there is none. */
export const OTHER_MISSING = missingText(`PostgreSQL of another major version than ${EMBEDDED}`)

/** The programs and directories of a run. */
interface Place {
  directory: string
  cluster: string
  postgres: string
  version: string
  /** The account that runs it, without an output. */
  as: ReturnType<typeof runningAs>
}

/** Makes one in a directory of its own; it listens on the loopback. */
export async function outsideServer(
  options: string[] = [],
  locale = 'C',
  programs?: PostgresPrograms,
): Promise<OutsideServer> {
  const directory = openDirectory()
  const account = runner()
  const { initdb, postgres, version, env } = programs
    ? runnableBy(account, programs, directory)
    : programsFor(account, directory)
  const as = runningAs(account, directory, env)
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
