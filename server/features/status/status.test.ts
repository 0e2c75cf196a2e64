import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { JOB_NAMES } from '../../../shared/jobs.ts'
import { ASKED_FOR, MAILS, sweepsOf } from '../../jobs.ts'
import { testApp } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { failedJobs, keptJobs } from '../../testing/jobs.ts'
import { partOf } from '../../testing/today.ts'

const { at, admin, principal, hod, faculty, medicine, wards, student } = await furnished()

const read = async () => {
  const { status, body } = await admin.get('/status')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const failed = async () => (await read()).jobs.failed
const settle = (kind: string, how: string, caller = admin) => caller.post(`/status/jobs/${kind}/${how}`)

beforeEach(async () => {
  await sql`delete from jobs.job`.execute(at.db)
  await sql`delete from jobs.instance`.execute(at.db)
  await at.db.deleteFrom('troubles').execute()
  await at.db.deleteFrom('backups').execute()
})

test('administrators read how the installation stands; nobody else does', async () => {
  const found = await read()
  expect(found).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: { version: expect.stringMatching(/^1[5-9]/), is_embedded: true },
    files: { place: 'disk', trouble: null },
    backups: { is_scheduled: false, last: [] },
    keeping: {
      audit_years: null,
      withdrawn_case_days: null,
      security_log_days: 180,
      removed_file_days: 30,
      backup_days: null,
    },
    jobs: { failed: [], unsent: [], waiting: [], done: [] },
    has_mail: false,
    errors: [],
    slow: [],
    processes: [],
  })
  expect(found.database.bytes).toBeGreaterThan(1_000_000)
  expect(found.database.tables.length).toBeGreaterThan(3)
  expect(found.disks[0]).toMatchObject({ free: expect.any(Number), is_low: false })
  for (const caller of [principal, hod, faculty, await at.as('clerk'), await at.as('student'), await at.as('no-role')])
    expect((await caller.get('/status')).status).toBe(403)
})

test('files are counted by what the database has noted by itself, also before it has looked through its tables', async () => {
  const submission = await at.make.submission(await at.make.task(medicine, [wards]), (await student(wards)).id)
  const before = (await read()).files.count
  await at.db.connection().execute(async (connection) => {
    await connection
      .insertInto('submission_files')
      .values(
        Array.from({ length: 50 }, (_, n) => ({
          submission_id: submission,
          name: `${n}.pdf`,
          size: 1,
          sha256: Buffer.alloc(32),
          storage_key: `status-${n}`,
        })),
      )
      .execute()
    // Other connections see the counts of one within ten seconds, or when it is told to flush them.
    await sql`select pg_stat_force_next_flush()`.execute(connection)
  })
  expect((await read()).files.count).toBe(before + 50)
})

test('failed jobs are told by kind, with the last reason and whether one was done since', async () => {
  await failedJobs(at.db, 'mail-reminder', { queue: 'mail', count: 3, minutesAgo: 20 })
  await failedJobs(at.db, 'mail-reminder', { queue: 'mail', reason: 'EENVELOPE 550', minutesAgo: 10 })
  await failedJobs(at.db, 'cases', { reason: '57014' })
  expect(await failed()).toEqual([
    expect.objectContaining({ kind: 'cases', count: 1, reason: '57014', done_at: null }),
    expect.objectContaining({ kind: 'mail-reminder', count: 4, reason: 'EENVELOPE 550' }),
  ])
  // A kind of another version, which nobody can do, is not told.
  await failedJobs(at.db, 'of-yesterday')
  expect(await failed()).toHaveLength(2)
})

test('those of a kind are done again, or dismissed, by an administrator', async () => {
  await failedJobs(at.db, 'cases', { count: 2 })
  await failedJobs(at.db, 'logins')
  for (const how of ['retry', 'dismiss'] as const) expect((await settle('cases', how, principal)).status).toBe(403)
  expect(await settle('logins', 'dismiss')).toMatchObject({ status: 200, body: { message: '1 job dismissed.' } })
  // A sweep that is done once has done what each of those would have.
  expect(await settle('cases', 'retry')).toMatchObject({ status: 200, body: { message: '1 job will be done again.' } })
  await failedJobs(at.db, 'cases')
  expect((await settle('cases', 'retry')).status).toBe(200)
  expect((await keptJobs(at.db)).map(({ kind, state }) => [kind, state]).toSorted()).toEqual([['cases', 'retry']])
  expect((await read()).jobs.waiting).toMatchObject([{ kind: 'cases', waiting: 1, retrying: 1, active: 0 }])
  // By now there is none.
  expect((await settle('cases', 'dismiss')).body.message).toBe('0 jobs dismissed.')
  expect((await settle('of-yesterday', 'dismiss')).status).toBe(422)
})

test('mails are done again all together; without a mail server they stay as they are', async () => {
  await failedJobs(at.db, 'mail-case', { queue: 'mail', count: 2 })
  expect(await settle('mail-case', 'retry')).toMatchObject({ status: 409, body: { message: 'Mail is not set up.' } })
  expect(await failed()).toMatchObject([{ kind: 'mail-case', count: 2 }])
  const mailing = await testApp({ mail: { publicUrl: 'https://elog.test', send: async () => undefined } })
  const itsAdmin = await mailing.as('admin')
  await failedJobs(mailing.db, 'mail-case', { queue: 'mail', count: 2 })
  expect((await settle('mail-case', 'retry', itsAdmin)).body.message).toBe('2 jobs will be done again.')
  await mailing.close()
})

test('a mail that nothing is set up to send is no failed job, but unsent, and settled by itself', async () => {
  await failedJobs(at.db, 'mail-case', { queue: 'mail', count: 2, reason: 'Mail is not set up.' })
  expect(await partOf(admin, 'jobs')).toBeUndefined()
  const unsent = { kind: 'mail-case', count: 2, first_at: expect.any(String), last_at: expect.any(String) }
  expect((await read()).jobs).toMatchObject({ failed: [], unsent: [unsent] })
  await failedJobs(at.db, 'mail-case', { queue: 'mail', reason: 'EENVELOPE 550' })
  expect(await partOf(admin, 'jobs')).toMatchObject({ total: 1, lines: [{ count: 1, detail: 'EENVELOPE 550' }] })
  expect((await settle('mail-case', 'dismiss')).body.message).toBe('1 job dismissed.')
  expect((await read()).jobs).toMatchObject({ failed: [], unsent: [unsent] })
  expect((await settle('mail-case', 'retry?which=unsent')).body.message).toBe('Mail is not set up.')
  expect((await settle('mail-case', 'dismiss?which=unsent')).body.message).toBe('2 jobs dismissed.')
  expect(await keptJobs(at.db)).toEqual([])
  expect((await settle('mail-case', 'dismiss?which=others')).status).toBe(422)
})

test('once mail is set up, unsent mails can be sent', async () => {
  const mailing = await testApp({ mail: { publicUrl: 'https://elog.test', send: async () => undefined } })
  const itsAdmin = await mailing.as('admin')
  await failedJobs(mailing.db, 'mail-case', { queue: 'mail', count: 2, reason: 'Mail is not set up.' })
  expect((await settle('mail-case', 'retry', itsAdmin)).body.message).toBe('0 jobs will be done again.')
  expect((await settle('mail-case', 'retry?which=unsent', itsAdmin)).body.message).toBe('2 jobs will be done again.')
  await mailing.close()
})

test('they stand on the day of administrators, until one of the kind was done', async () => {
  expect(await partOf(admin, 'jobs')).toBeUndefined()
  await failedJobs(at.db, 'cases', { count: 2, reason: '57014' })
  expect(await partOf(admin, 'jobs')).toMatchObject({
    total: 2,
    to: '/status',
    lines: [{ text: JOB_NAMES.cases, detail: '57014', count: 2, is_urgent: true, to: '/status' }],
  })
  for (const caller of [principal, hod, faculty]) expect(await partOf(caller, 'jobs')).toBeUndefined()
  await sql`insert into jobs.job (name, data, state, completed_on)
    values ('sweeps', '{"kind": "cases"}', 'completed', now())`.execute(at.db)
  expect(await partOf(admin, 'jobs')).toBeUndefined()
  expect(await failed()).toMatchObject([{ kind: 'cases', count: 2, done_at: expect.any(String) }])
})

test('backups, troubles and processes are those of all servers, the newest first', async () => {
  await sql`insert into backups (due_at, finished_at, failure) values (now() - interval '1 day', now(), 'The disk is full')`.execute(
    at.db,
  )
  await sql`insert into backups (due_at, finished_at, bytes, missing_files) values (now(), now(), 1000, 0)`.execute(
    at.db,
  )
  for (const n of [1, 2])
    await sql`insert into troubles (day, digest, kind, what, detail, times, longest_ms, first_at, last_at) values
      (current_date, sha256(${String(n)}::bytea), 'error', ${`error ${n}`}, 'XX000', 2, null, now(), now() + make_interval(secs => ${n})),
      (current_date, sha256(${`s${n}`}::bytea), 'slow-statement', 'select $1', null, 1, 1500, now(), now())`.execute(
      at.db,
    )
  for (const [pid, since] of [
    [1, '10 seconds'],
    [2, '1 hour'],
  ] as const)
    await sql`insert into jobs.instance (id, name, host, pid, version, node_version, heartbeat_seconds, supervise, schedule,
      migrate, persist_queue_stats, persist_warnings, heartbeat_on) values (gen_random_uuid(), 'port 3000', 'elog1', ${pid}, '1', '1', 60,
      true, false, false, false, false, now() - ${sql.lit(since)}::interval)`.execute(at.db)
  const found = await read()
  expect(found.backups.last).toMatchObject([{ bytes: 1000, failure: null }, { failure: 'The disk is full' }])
  expect(found.errors).toMatchObject([
    { what: 'error 2', detail: 'XX000', times: 2 },
    { what: 'error 1', times: 2 },
  ])
  expect(found.slow).toMatchObject([{ what: 'select $1', longest_ms: 1500 }, {}])
  // The other one has said nothing for an hour.
  expect(found.processes).toMatchObject([{ name: 'port 3000', host: 'elog1', pid: 1 }])
})

test('every kind of job has its words, and the other way round', () => {
  const kinds = [...MAILS, ...ASKED_FOR, ...sweepsOf({ sweep: async () => undefined })].map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(Object.keys(JOB_NAMES).toSorted())
})
