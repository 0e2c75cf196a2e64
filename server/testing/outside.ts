import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { databaseAccount } from '../db/data-directory.ts'
import { findBinaries } from '../postgres/binaries.ts'
import { freePort } from './product.ts'

/** A PostgreSQL server that is not ours, for DATABASE_URL. */
export interface OutsideServer {
  url: string
  version: string
  ask<T extends object>(text: string): Promise<T[]>
  start(): Promise<void>
  /** As an administrator does it: `fast` ends every connection, `immediate` is a crash. */
  stop(kind: 'fast' | 'immediate'): Promise<void>
  close(): Promise<void>
}

/** The system's programs (Debian's, say) when there are some, else those of the embedded server. */
async function programs(account: ReturnType<typeof databaseAccount> | null, directory: string) {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(join(root, name, 'bin/initdb')))
    : []
  const version = versions.sort((a, b) => Number(b) - Number(a))[0]
  if (!version) return { ...findBinaries({ account, copiesIn: directory, isNew: true }), version: '18' }
  const place = join(root, version, 'bin')
  return { initdb: join(place, 'initdb'), postgres: join(place, 'postgres'), version }
}

/** Makes one in a directory of its own; it listens on the loopback. */
export async function outsideServer(): Promise<OutsideServer> {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-outside-'))
  chmodSync(directory, 0o777)
  const account = process.geteuid?.() === 0 ? databaseAccount('/') : null
  const { initdb, postgres, version } = await programs(account, directory)
  const as = { cwd: directory, stdio: 'ignore' as const, ...(account && { uid: account.uid, gid: account.gid }) }
  const cluster = join(directory, 'cluster')
  const made = spawnSync(initdb, ['-D', cluster, '-U', 'elog', '-E', 'UTF8', '--locale=C', '--auth=trust', '-N'], as)
  if (made.status !== 0) throw new Error(`initdb ended with ${made.status}`)
  const port = await freePort()
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
    server = spawn(postgres, ['-D', cluster, '-p', String(port), '-h', '127.0.0.1', '-k', directory, '-F'], as)
    for (let tries = 0; tries < 400; tries += 1) {
      if (
        await ask('select 1').then(
          () => true,
          () => false,
        )
      )
        return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the server outside does not start')
  }
  const stop = async (kind: 'fast' | 'immediate') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(kind === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  await start()
  return {
    url,
    version,
    ask,
    start,
    stop,
    close: async () => {
      await stop('immediate')
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
