import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type OpenDatabase } from '../db/open.ts'
import { startNginx } from './nginx.ts'
import { type OutsideServer, outsideServer } from './outside.ts'
import { freePort, type Product, startProduct } from './product.ts'
import type { Program } from './programs.ts'

const COUNT = 3

/** Three processes of the product on one PostgreSQL and one bucket, behind nginx. */
export interface Several {
  /** Where the API begins, for the processes together and for each. */
  base: string
  bases: readonly string[]
  directory: string
  outside: OutsideServer
  opened: OpenDatabase
  logged(): string
  /** Ends one of them so, and starts it again; how it ended. */
  renew(which: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<[number | null, NodeJS.Signals | null]>
  said(): string[]
  running(): boolean[]
  close(): Promise<void>
}

/** Starts all three at once on an empty database; of the demo the first one before the others, since it makes the college. */
export async function startSeveral(nginx: Program, filesUrl: string, ...options: string[]): Promise<Several> {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-several-'))
  chmodSync(directory, 0o755)
  const outside = await outsideServer()
  const ports = await Promise.all(Array.from({ length: COUNT }, freePort))
  const start = (which: number): Promise<Product> => {
    const DATA_DIR = join(directory, `data-${which}`)
    mkdirSync(DATA_DIR, { recursive: true })
    return startProduct(
      { DATA_DIR, DATABASE_URL: outside.url, FILES_URL: filesUrl, PORT: String(ports[which]) },
      ...options,
    )
  }
  const first = start(0)
  if (options.includes('--demo')) await first
  const products = await Promise.all([first, ...ports.slice(1).map((_, at) => start(at + 1))])
  const front = await startNginx(nginx, join(directory, 'nginx'), ports)
  const opened = connect({ connectionString: outside.url })
  return {
    base: front.base,
    bases: products.map(({ base }) => base),
    directory,
    outside,
    opened,
    logged: front.logged,
    renew: async (which, signal) => {
      const ended = await products[which]?.end(signal)
      products[which] = await start(which)
      return ended ?? [null, null]
    },
    said: () => products.map(({ said }) => said()),
    running: () => products.map(({ isRunning }) => isRunning()),
    close: async () => {
      await Promise.all(products.map((product) => product.end('SIGKILL')))
      await front.end()
      await opened.close()
      await outside.close()
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
