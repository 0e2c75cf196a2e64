import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { openMailer } from '../core/mail.ts'
import { JobFailure } from '../core/reasons.ts'
import { connect } from '../db/open.ts'
import { jobsDone } from '../machine/observed.ts'
import { readSettings } from '../settings.ts'
import { databaseConfig } from '../testing/cluster.ts'
import { unfurnished } from '../testing/college.ts'
import { hasten, keptJobs } from '../testing/jobs.ts'
import { smtpServer } from '../testing/smtp.ts'
import { type JobKind, type JobServices, mailKind, sweepKind } from './kinds.ts'
import { openJobs, type Pace } from './queue.ts'

const at = await unfurnished()
const { rows: places } = await sql<{ name: string }>`select current_database() as name`.execute(at.db)
const { config, app: role } = inject('cluster')

/** Another process: its own connections, its own library, its own jobs under way. */
function process(pace: Partial<Pace> = {}) {
  const opened = connect({ ...databaseConfig(config, places[0]?.name ?? '', role), max: 4 })
  const jobs = openJobs({
    pool: opened.pool,
    log: pino({ level: 'silent' }),
    name: 'test',
    pace: { poll: 0.5, supervise: 1, silent: 10, ...pace },
  })
  const stop = async () => {
    await jobs.stop()
    await opened.close()
  }
  running.push(stop)
  const start = (...kinds: JobKind<never>[]) =>
    jobs.start(kinds as JobKind[], { ...services, log: pino({ level: 'silent' }) } as JobServices)
  return { jobs, pool: opened.pool, start, stop }
}

let services: Partial<JobServices> = {}
let running: (() => Promise<void>)[] = []
beforeEach(() => {
  running = []
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(running.map((stop) => stop()))
  await sql`delete from jobs.job`.execute(at.db)
})

/** A kind of the queue of mails that does as it is told. */
const kindOf = (run: JobKind<{ n: number }>['run'], times = 1): JobKind<{ n: number }> => ({
  kind: 'mail-reset',
  queue: 'mail',
  retries: { times, first: 60, most: 60 },
  priority: 0,
  run,
})
const add = (kind: JobKind<{ n: number }>, ...ns: number[]) =>
  at.plainDb.transaction().execute((tx) =>
    at.jobs.add(
      tx,
      kind,
      ns.map((n) => ({ n })),
    ),
  )
const states = async () => (await keptJobs(at.db)).map(({ state, reason }) => [state, reason])

test('what was committed is done once, by one of the processes; what was rolled back never was', async () => {
  const done: [string, number][] = []
  const kind = (by: string) =>
    kindOf(async (_services, { n }) => {
      done.push([by, n])
      await new Promise((resolve) => setTimeout(resolve, 5))
    })
  const [first, second] = [process(), process()]
  await Promise.all([first.start(kind('first')), second.start(kind('second'))])
  const back = at.plainDb.transaction().execute(async (tx) => {
    await at.jobs.add(tx, kind(''), [{ n: 99 }])
    throw new Error('taken back')
  })
  await expect(back).rejects.toThrow('taken back')
  const numbers = Array.from({ length: 60 }, (_, n) => n)
  await add(kind(''), ...numbers)
  await expect.poll(() => keptJobs(at.db)).toEqual([])
  expect(done.map(([, n]) => n).toSorted((a, b) => a - b)).toEqual(numbers)
  expect(new Set(done.map(([by]) => by))).toEqual(new Set(['first', 'second']))
})

test('who added a job begins it at once', async () => {
  let did = 0
  // It looks by itself long after this test has given up.
  const { jobs, start } = process({ poll: 60 })
  await start(
    kindOf(async () => {
      did += 1
    }),
  )
  // The round that a start makes is over.
  await new Promise((resolve) => setTimeout(resolve, 100))
  await add(
    kindOf(async () => undefined),
    1,
  )
  jobs.hurry()
  await expect.poll(() => did, { interval: 10 }).toBe(1)
})

test('a job that fails is tried again, then kept with a reason that tells nothing of anybody', async () => {
  const told: unknown[] = []
  const end = jobsDone.listen((event) => told.push(event))
  const secret = 'ada@college.test'
  let failure: Error | undefined = Object.assign(new Error(`550 ${secret}`), { code: 'EENVELOPE', responseCode: 550 })
  const { jobs, start } = process()
  const kind = kindOf(async () => {
    if (failure) throw failure
  })
  await start(kind)
  await add(kind, 1)
  await expect.poll(states).toEqual([['retry', 'EENVELOPE 550']])
  failure = new JobFailure('The hour for which the link works was over.')
  await hasten(at.db)
  await expect.poll(states).toEqual([['failed', 'The hour for which the link works was over.']])
  const { rows } = await sql<{
    text: string
    id: string
  }>`select row_to_json(j)::text as text, id from jobs.job j`.execute(at.db)
  expect(rows[0]?.text).not.toContain(secret)
  expect(rows[0]?.text).not.toContain('queue.test.ts')

  failure = undefined
  await jobs.retry('mail', [rows[0]?.id ?? ''])
  await expect.poll(states).toEqual([])
  end()
  expect(told).toEqual(['retried', 'failed', 'done'].map((outcome) => ({ kind: 'mail-reset', outcome })))
})

test('a mail that is given up since mail is not set up is told as unsent, and is no error of the log', async () => {
  const told: unknown[] = []
  const logged: { level: number; msg: string }[] = []
  const end = jobsDone.listen((event) => told.push(event))
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const kind = mailKind<{ n: number }>({
    kind: 'mail-case',
    retries: { times: 0, first: 0, most: 0 },
    write: async () => undefined,
  })
  await process().jobs.start([kind as JobKind], { ...services, log } as JobServices)
  await add(kind, 1)
  await expect.poll(states).toEqual([['failed', 'Mail is not set up.']])
  end()
  expect(told).toEqual([{ kind: 'mail-case', outcome: 'unsent' }])
  expect(logged).toMatchObject([{ level: pino.levels.values.warn, msg: 'a mail was not sent' }])
})

test('a failed job is removed when somebody says so', async () => {
  const { jobs, start } = process()
  const kind = kindOf(() => Promise.reject(new Error('no')), 0)
  await start(kind)
  await add(kind, 1)
  await expect.poll(states).toEqual([['failed', 'Error']])
  const { rows } = await sql<{ id: string }>`select id from jobs.job`.execute(at.db)
  await jobs.dismiss('mail', [rows[0]?.id ?? ''])
  expect(await states()).toEqual([])
})

test('a sweep is done by one process, however many begin together, and in an hour once', async () => {
  const done: string[] = []
  const sweeps = [
    sweepKind('logins', async () => void done.push('logins')),
    sweepKind('cases', async () => {
      throw new Error('x')
    }),
  ]
  const three = [process(), process(), process()]
  await Promise.all(three.map(({ start }) => start(...(sweeps as JobKind<never>[]))))
  await Promise.all(three.map(({ jobs }) => jobs.sweep(sweeps, 'hourly')))
  // The one that fails keeps the other from nothing.
  await expect.poll(states).toEqual(
    expect.arrayContaining([
      ['completed', null],
      ['retry', 'Error'],
    ]),
  )
  await Promise.all(three.map(({ jobs }) => jobs.sweep(sweeps, 'hourly')))
  expect(done).toEqual(['logins'])
  // A start has it done all the same.
  await three[0]?.jobs.sweep(sweeps, 'now')
  await expect.poll(() => done).toEqual(['logins', 'logins'])
})

test('a mail server that hangs gets two connections of a process, and holds no sweep up', async () => {
  const smtp = await smtpServer({ hangs: true })
  const mail = await openMailer(
    readSettings({ SMTP_URL: smtp.url, MAIL_FROM: 'elog@college.test', PUBLIC_URL: 'https://elog.test' }),
  )
  const kind = mailKind<{ n: number }>({
    kind: 'mail-case',
    write: async () => ({ to: 'a@b.test', subject: 'S', text: 'T' }),
  })
  let swept = 0
  const sweep = sweepKind('logins', async () => {
    swept += 1
  })
  const { jobs, start } = process()
  services = { mail }
  await start(kind, sweep as JobKind<never>)
  await add(kind, 1, 2, 3, 4, 5)
  jobs.hurry()
  await expect.poll(smtp.connections).toBe(2)
  await jobs.sweep([sweep], 'now')
  await expect.poll(() => swept).toBe(1)
  expect([smtp.connections(), (await states()).filter(([state]) => state === 'created').length]).toEqual([2, 3])
  await smtp.close()
  services = {}
})

test('a server that stops waits for what is under way', async () => {
  const held = Promise.withResolvers<void>()
  let begun = 0
  const { jobs, start, stop } = process()
  const kind = kindOf(async () => {
    begun += 1
    await held.promise
  })
  await start(kind)
  await add(kind, 1)
  await expect.poll(() => begun).toBe(1)
  const stopped = stop()
  held.resolve()
  await stopped
  expect([begun, await states()]).toEqual([1, []])
  // A request that is still open adds one all the same.
  await at.plainDb.transaction().execute((tx) => jobs.add(tx, kind, [{ n: 2 }]))
  expect(await states()).toEqual([['created', null]])
})

/** Begins a job that never ends, in a process that dies when it is told to. */
async function beginHanging() {
  const died = process()
  let begun = 0
  const hanging = kindOf(async () => {
    begun += 1
    await new Promise(() => undefined)
  })
  await died.start(hanging)
  await add(hanging, 1)
  await expect.poll(() => begun).toBe(1)
  running = running.slice(1)
  const die = async () => {
    await died.pool.end()
    await sql`update jobs.job set heartbeat_on = now() - interval '1 minute'`.execute(at.db)
  }
  return { die, timesBegun: () => begun }
}

test('the job of a process that has died is done by another one', async () => {
  const { die, timesBegun } = await beginHanging()
  await die()
  const done: number[] = []
  await process().start(kindOf(async (_services, { n }) => void done.push(n)))
  await expect.poll(states).toEqual([['retry', 'job heartbeat timeout']])
  await hasten(at.db)
  await expect.poll(states).toEqual([])
  expect([timesBegun(), done]).toEqual([1, [1]])
})

test('a clock that is set back by a year meanwhile holds no job up', async () => {
  const { die } = await beginHanging()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 366 * 86_400_000 })
  const done: number[] = []
  await process().start(kindOf(async (_services, { n }) => void done.push(n)))
  vi.useRealTimers()
  await die()
  await expect.poll(states).toEqual([['retry', 'job heartbeat timeout']])
  await hasten(at.db)
  await expect.poll(() => done).toEqual([1])
})
