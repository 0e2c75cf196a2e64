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
  /** The beginning of the API's addresses, for the processes together and for each. */
  base: string
  bases: readonly string[]
  /** The address without TLS, which leads to the one with it. */
  plain: string
  directory: string
  outside: OutsideServer
  opened: OpenDatabase
  /** Returns the logs of nginx. */
  logged: Record<'access' | 'errors', () => string>
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
  // All that was begun is ended in the other order, also when something after it fails to begin.
  const begun: (() => unknown)[] = [
    () => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  ]
  const close = async () => {
    for (const end of begun.splice(0).toReversed()) await end()
  }
  try {
    const outside = await outsideServer()
    begun.push(outside.close)
    const ports = await Promise.all(Array.from({ length: COUNT }, freePort))
    const products: Product[] = []
    begun.push(() => Promise.all(products.map((product) => product.end('SIGKILL'))))
    const start = async (which: number): Promise<void> => {
      const DATA_DIR = join(directory, `data-${which}`)
      mkdirSync(DATA_DIR, { recursive: true })
      products[which] = await startProduct(
        { DATA_DIR, DATABASE_URL: outside.url, FILES_URL: filesUrl, PORT: String(ports[which]) },
        ...options,
      )
    }
    const all = ports.map((_, which) => which)
    const ahead = options.includes('--demo') ? all.splice(0, 1) : []
    for (const which of ahead) await start(which)
    const started = await Promise.allSettled(all.map(start))
    for (const one of started) if (one.status === 'rejected') throw one.reason
    const front = await startNginx(nginx, join(directory, 'nginx'), ports)
    begun.push(front.end)
    const opened = connect({ connectionString: outside.url })
    begun.push(opened.close)
    return {
      base: front.base,
      plain: front.plain,
      bases: products.map(({ base }) => base),
      directory,
      outside,
      opened,
      logged: front.logged,
      renew: async (which, signal) => {
        const ended = await products[which]?.end(signal)
        await start(which)
        return ended ?? [null, null]
      },
      said: () => products.map(({ said }) => said()),
      running: () => products.map(({ isRunning }) => isRunning()),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
