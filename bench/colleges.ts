import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseNames } from '../server/colleges/database.ts'
import { connect } from '../server/db/open.ts'
import { grantApp } from '../server/db/roles.ts'
import { type ManyColleges, manyColleges } from '../server/testing/colleges.ts'
import { fill } from './college.ts'
import type { Plan } from './contest.ts'
import { atMost, type Result, told } from './report.ts'
import { spentOf } from './spent.ts'

export interface CollegesPlan {
  count: number
  students: number
  /** The length of each of the three loads. */
  seconds: number
  idleMinutes: number
}

const MODEL = 'c000'
const PROCESSES = 2
/** Calls of a person's screens. */
const CALLS = ['/api/start', '/api/students', '/api/tasks', '/api/departments']
const CALLERS = 24
const FLOODERS = 64
/** Connections for each college, as docs/running.md has it, and for few of them. */
const CONNECTIONS_EACH = 4
const LEAST_CONNECTIONS = 90
/** A look at one college after all have been closed. */
const LAST_SECONDS = 5
/** A closed college is to cost no more than this, in MB. */
const IDLE_MB = 5
/** A flood at another college may make an answer this many times slower. */
const SLOWER = 4

const hostOf = (name: string) => `${name}.example.org`

/** Copies the model college with its rows: a database by template, whose tables become the new owner's. */
async function copyModel(many: ManyColleges, name: string): Promise<void> {
  const { database, owner, app } = databaseNames(name)
  const model = databaseNames(MODEL)
  const { ask } = many.outside
  await ask(`create role ${owner} login password '${name}'`)
  await ask(`create role ${app} login password '${name}'`)
  await ask(`create database ${database} template ${model.database} owner ${owner}`)
  const url = new URL(many.outside.url)
  url.pathname = `/${database}`
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`reassign owned by ${model.owner} to ${owner}`)
  // The model's database went with its tables.
  await client.query(`alter database ${model.database} owner to ${model.owner}`)
  await client.query(`revoke all on database ${database} from public`)
  await client.query(`grant connect on database ${database} to ${app}`)
  await client.query(`delete from secrets where name in ('csrf', 'device', 'calendar', 'notices', 'installation')`)
  await client.end()
  const opened = connect({ connectionString: url.href })
  await grantApp(opened.db, app)
  await opened.close()
  const folder = join(many.colleges, name)
  mkdirSync(join(folder, 'files'), { recursive: true })
  const file = join(folder, 'college.env')
  copyFileSync(join(many.colleges, MODEL, 'college.env'), file)
  const address = (role: string) => `postgres://${role}:${name}@127.0.0.1:${many.outside.port}/${database}`
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replaceAll(MODEL, name)
      .replace(/DATABASE_URL=.*/, `DATABASE_URL="${address(app)}"`)
      .replace(/DATABASE_OWNER_URL=.*/, `DATABASE_OWNER_URL="${address(owner)}"`),
  )
  many.giveAway()
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

/** Calls for so long; returns what the answers took, in order, and how many were none. */
async function load(many: ManyColleges, token: string, hosts: readonly string[], callers: number, seconds: number) {
  const took: number[] = []
  let failed = 0
  let turn = 0
  const until = performance.now() + seconds * 1000
  const headers = { authorization: `Bearer ${token}` }
  const one = async () => {
    while (performance.now() < until) {
      turn += 1
      const from = performance.now()
      const host = hosts[turn % hosts.length] ?? ''
      const { status } = await many.call(host, CALLS[turn % CALLS.length] ?? '', { headers })
      if (status === 200) took.push(performance.now() - from)
      else if (status === 503) failed += 1
      else throw new Error(`${host} answers ${status}`)
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  return { took: took.toSorted((a, b) => a - b), failed }
}

/** Does work, and counts meanwhile how many connections to colleges there are at the most. */
async function countingConnections<T>(many: ManyColleges, work: () => Promise<T>): Promise<{ most: number; done: T }> {
  let most = 0
  const asking = setInterval(async () => {
    const rows = await many.outside.ask<{ n: string }>(
      `select count(*) as n from pg_stat_activity where datname ~ '^elog_'`,
    )
    most = Math.max(most, Number(rows[0]?.n))
  }, 500)
  try {
    const done = await work()
    return { done, most }
  } finally {
    clearInterval(asking)
  }
}

/** Measures an installation of many colleges: what an idle one costs, a morning of all, one beside a flood at another. */
export async function benchColleges({ colleges: plan }: Plan): Promise<Result[]> {
  const { count, students, seconds, idleMinutes } = plan
  const connections = Math.max(LEAST_CONNECTIONS, count * CONNECTIONS_EACH)
  const many = await manyColleges(
    {
      COLLEGES_PROCESSES: `${PROCESSES}`,
      COLLEGES_CONNECTIONS: `${connections}`,
      COLLEGES_IDLE_MINUTES: `${idleMinutes}`,
      COLLEGES_BACKUP_DIR: '',
    },
    connections + 50,
  )
  try {
    await many.add(MODEL, hostOf(MODEL))
    const url = new URL(many.outside.url)
    url.pathname = `/${databaseNames(MODEL).database}`
    const opened = connect({ connectionString: url.href, statement_timeout: false })
    const { token } = await fill(opened.db, students)
    await opened.close()
    const names = [MODEL]
    for (let n = 1; n < count; n += 1) {
      const name = `c${String(n).padStart(3, '0')}`
      await copyModel(many, name)
      names.push(name)
    }
    const from = performance.now()
    const { status, said } = await many.command('upgrade')
    if (status !== 0) throw new Error(said)
    const upgrading = (performance.now() - from) / 1000

    await many.start()
    const hosts = names.map(hostOf)
    const memory = () => spentOf({ product: [many.pid()] }).product?.memory ?? 0
    await sleep(10_000)
    const closed = memory()
    const { most, done: morning } = await countingConnections(many, async () => {
      // Opens all, in both processes.
      await load(many, token, hosts, CALLERS, Math.max(seconds, count / 2))
      return load(many, token, hosts, CALLERS, seconds)
    })
    const open = memory()
    const [first = '', second = ''] = hosts
    const alone = await load(many, token, [second], 2, seconds)
    const flooding = load(many, token, [first], FLOODERS, seconds)
    const beside = await load(many, token, [second], 2, seconds)
    const flooded = await flooding
    await sleep(idleMinutes * 60_000 + 25_000)
    // A process gives back with its next work what it held.
    await load(many, token, [second], 2, LAST_SECONDS)
    const idle = memory()
    const [quiet, loud] = [quantile(alone.took, 0.99), quantile(beside.took, 0.99)]
    const text = (ms: number) => `${Math.round(ms)} ms`
    return [
      atMost(
        IDLE_MB,
        'memory of a college that nobody calls, MB',
        (idle - closed) / count,
        `${count} colleges of ${students}: ${Math.round(closed)} MB before any was open, ${Math.round(open)} with all open in ${PROCESSES} processes, ${Math.round(idle)} when they were closed again`,
      ),
      told(
        'a morning of all: answers a second',
        morning.took.length / seconds,
        `99 of 100 within ${text(quantile(morning.took, 0.99))}, ${morning.failed} refused, at most ${most} connections`,
      ),
      atMost(
        SLOWER,
        'a college beside a flood at another: 99 of 100, times',
        loud / Math.max(quiet, 1),
        `${text(quiet)} alone, ${text(loud)} beside ${FLOODERS} callers, who got ${Math.round(flooded.took.length / seconds)} a second`,
      ),
      told('upgrade of all that are up to date, seconds', upgrading, `${count} colleges, 4 at a time`),
    ]
  } finally {
    await many.close()
  }
}
