import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connect } from '../../server/db/open.ts'
import { APP_ROLE } from '../../server/machine/access.ts'
import { startEmbedded } from '../../server/machine/embedded.ts'
import { startNginx } from '../../server/testing/nginx.ts'
import { outsideServer } from '../../server/testing/outside.ts'
import { findProgram } from '../../server/testing/programs.ts'
import { startBucket, startProduct } from '../processes.ts'
import type { Roots } from '../spent.ts'
import { type DayCollege, fillDay } from './college.ts'

const PROCESSES = 3
/** The day is the database's, whose sessions are of today. */
const COLLEGE = { COLLEGE_TIMEZONE: 'UTC' }

/** The product, as one may run it, over a college. */
export interface Way {
  port: number
  college: DayCollege
  /** Connections to its database. */
  pool: pg.Pool
  roots: Roots
}

type Opening = (directory: string, students: number, later: Later) => Promise<Way>
/** Notes a thing to close in the end, the last one first. */
type Later = (close: () => Promise<unknown>) => void

/** A single connection that stays. */
const ALONE = { max: 1, idleTimeoutMillis: 0, statement_timeout: false } as const

const embedded: Opening = async (directory, students, later) => {
  const DATA_DIR = join(directory, 'data')
  const server = await startEmbedded(DATA_DIR)
  const { host, port, user, database } = server
  const owner = connect({ host, port, user, database, ...ALONE })
  const college = await fillDay(owner, students).finally(async () => {
    await owner.close()
    await server.stop()
  })
  const product = await startProduct({ ...COLLEGE, DATA_DIR })
  later(product.stop)
  const [, , , , socket = ''] = readFileSync(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const opened = connect({ host: socket, port, user: APP_ROLE, database, ...ALONE })
  later(opened.close)
  return { port: product.port, college, pool: opened.pool, roots: { server: [product.pid] } }
}

/** A PostgreSQL server with a college in it. */
async function serverWith(students: number, later: Later) {
  const outside = await outsideServer()
  later(outside.close)
  const opened = connect({ connectionString: outside.url, ...ALONE })
  later(opened.close)
  const college = await fillDay(opened, students)
  // Settings for the loading are gone with its connection.
  await opened.pool.query('set session_replication_role = origin')
  const [pid] = readFileSync(join(outside.place.cluster, 'postmaster.pid'), 'utf8').split('\n')
  return { url: outside.url, college, pool: opened.pool, database: [Number(pid)] }
}

const server: Opening = async (directory, students, later) => {
  const { url, database, ...rest } = await serverWith(students, later)
  const product = await startProduct({ ...COLLEGE, DATABASE_URL: url, DATA_DIR: join(directory, 'data') })
  later(product.stop)
  return { ...rest, port: product.port, roots: { server: [product.pid], database } }
}

const several: Opening = async (directory, students, later) => {
  const nginx = findProgram('nginx')
  if (!nginx) throw new Error('There is no nginx')
  const { url, database, ...rest } = await serverWith(students, later)
  const kept = join(directory, 'bucket')
  mkdirSync(kept)
  const bucket = await startBucket(kept)
  later(bucket.stop)
  const FILES_URL = `s3://S3RVER:S3RVER@127.0.0.1:${bucket.port}/college/day?tls=no`
  const products = await Promise.all(
    Array.from({ length: PROCESSES }, (_, at) =>
      startProduct({ ...COLLEGE, DATABASE_URL: url, FILES_URL, DATA_DIR: join(directory, `data-${at}`) }),
    ),
  )
  later(() => Promise.all(products.map((product) => product.stop())))
  const ports = products.map((product) => product.port)
  const front = await startNginx(nginx, join(directory, 'nginx'), ports)
  later(front.end)
  const roots = { server: products.map((product) => product.pid), database, nginx: [front.pid], bucket: [bucket.pid] }
  return { ...rest, port: front.port, roots }
}

/** The ways that this machine can run; `isShort` leaves out the one whose parts the last one has too. */
export function waysHere(isShort = false): Record<string, Opening> {
  return {
    'one process, embedded database': embedded,
    ...(!isShort && { 'one process, PostgreSQL server': server }),
    ...(findProgram('nginx') && { 'three processes, nginx, PostgreSQL server': several }),
  }
}

/** Runs the product over a college of so many for as long as the work takes; nothing stays behind. */
export async function withWay<T>(
  open: Opening,
  parent: string,
  students: number,
  work: (way: Way) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(parent, 'day-'))
  // As root the database runs as somebody else, who has to come in.
  chmodSync(directory, 0o755)
  const closing: (() => Promise<unknown>)[] = []
  try {
    return await work(await open(directory, students, (close) => closing.unshift(close)))
  } finally {
    for (const close of closing) await close()
    rmSync(directory, { recursive: true, force: true })
  }
}
