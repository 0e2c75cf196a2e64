import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { APP_ROLE } from '../machine/access.ts'
import { refuseMoved } from '../machine/data-directory.ts'
import { startEmbedded } from '../machine/embedded.ts'
import { findPlace } from '../machine/place.ts'
import type { Account } from '../machine/process.ts'
import { connect, type OpenDatabase } from './open.ts'

interface ReachedDatabase extends OpenDatabase {
  isServed: boolean
  /** The user that it runs as, when that is not our own. */
  account: Account | null
}

/**
 * Returns the data directory that holds a college's embedded database.
 * @throws Error with one line for people when it holds none, or the college was moved away
 */
export function embeddedDirectory(dataDir: string): string {
  const directory = resolve(dataDir)
  if (!['postgres', 'postgres-location.txt'].some((name) => existsSync(join(directory, name))))
    throw new Error(`there is no database in ${directory}`)
  refuseMoved({ DATA_DIR: directory })
  return directory
}

/**
 * Opens the embedded database of a data directory beside the server that runs on it, else starts it for this.
 * @throws Error with one line for people, also when there is none: this makes nothing new.
 */
export async function reachEmbedded(dataDir: string): Promise<ReachedDatabase> {
  const directory = embeddedDirectory(dataDir)
  const { cluster, account } = findPlace(directory)
  const running = await findRunning(cluster)
  if (running) return { ...connect(running), isServed: true, account }
  const { host, port, database, stop } = await startEmbedded(directory)
  const opened = connect({ host, port, database, user: APP_ROLE })
  return {
    ...opened,
    isServed: false,
    account,
    close: async () => {
      await opened.close()
      await stop()
    },
  }
}

/** The server's own file says where its socket is; a dead server's too, and there nobody answers. */
async function findRunning(cluster: string): Promise<pg.PoolConfig | undefined> {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [, , , port, host] = readFileSync(file, 'utf8').split('\n')
  if (!host) return undefined
  const config = { host, port: Number(port), database: 'clinical_elog', user: APP_ROLE }
  const client = new pg.Client(config)
  try {
    await client.connect()
    return config
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}
