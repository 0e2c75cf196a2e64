import { sql } from 'kysely'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { fromDatabase } from '../../core/errors.ts'
import { hashPassword } from '../../core/passwords.ts'
import { connect } from '../../db/open.ts'
import type { Tx } from '../../db/types.ts'
import type { Answer } from '../../testing/app.ts'
import { databaseConfig } from '../../testing/cluster.ts'
import { unfurnished } from '../../testing/college.ts'

const PATIENCE_MS = 1000
const CONNECTIONS = 4
const CALLERS = 24
const EMAIL = 'admin@slow.test'
const BUSY = { message: 'The server is busy. Please try again in a moment.' }

const limits = {
  connectionTimeoutMillis: 300,
  statement_timeout: PATIENCE_MS,
  lock_timeout: PATIENCE_MS,
  idle_in_transaction_session_timeout: PATIENCE_MS,
}
const at = await unfurnished({ connections: { max: CONNECTIONS, ...limits } })
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(at.db)
/** The test's own connections, without limits. */
const own = connect({
  ...databaseConfig(inject('cluster').config, rows[0]?.name ?? ''),
  max: 2,
  statement_timeout: false,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
})
afterAll(() => own.close())
const userId = await at.make.person('admin')
const account = { email: EMAIL, password_hash: await hashPassword('Correct1') }
await at.db.updateTable('users').set(account).where('id', '=', userId).execute()
const admin = await at.of(userId)

/** Returns the number of connections that wait for a lock, and how long the first of them has. */
async function waiting(): Promise<{ count: number; ms: number }> {
  const { rows } = await sql<{ count: number; ms: number }>`select count(*)::int as count,
      coalesce(extract(epoch from max(clock_timestamp() - query_start)) * 1000, 0)::float as ms from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(own.db)
  return rows[0] ?? { count: 0, ms: 0 }
}

/** Does `meanwhile` while nobody else can use a table. */
async function whileLocked<T>(table: string, meanwhile: (tx: Tx) => Promise<T>): Promise<T> {
  return own.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    return meanwhile(tx)
  })
}

const expectBusy = ({ status, headers, body }: Answer) => {
  expect([status, body]).toEqual([503, BUSY])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

test('while every connection waits, signing in, who one is and health go on; whoever waits too long is told so', async () => {
  const answers: Answer[] = []
  const other = await at.of(admin.userId)
  await whileLocked('tasks', async () => {
    let isOver = false
    const caller = async () => {
      do answers.push(await admin.get('/tasks'))
      while (!isOver)
    }
    const callers = Promise.all(Array.from({ length: CALLERS }, caller))
    await expect.poll(async () => (await waiting()).count).toBe(CONNECTIONS)
    const vital = await Promise.all([
      at.nobody.get('/health'),
      at.nobody.post('/login', { email: EMAIL, password: 'Correct1' }),
      admin.get('/auth/me'),
      other.post('/auth/refresh'),
    ])
    isOver = true
    await callers
    expect(vital.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
  expect(answers.length).toBeGreaterThanOrEqual(CALLERS)
  for (const answer of answers) expectBusy(answer)
  expect((await admin.get('/tasks')).status).toBe(200)
})

let department: number
beforeEach(async () => {
  department = await at.make.department()
})

test('a write that waits too long for a lock is answered, and nothing of it is written', async () => {
  const answer = await own.db.transaction().execute(async (tx) => {
    await tx.selectFrom('departments').select('id').where('id', '=', department).forUpdate().execute()
    return admin.put(`/departments/${department}`, { name: 'Never' })
  })
  expectBusy(answer)
  const names = await at.db.selectFrom('departments').select('name').where('name', '=', 'Never').execute()
  expect(names).toEqual([])
})

test('a file of all groups may take longer than a page of them', async () => {
  const [page, file] = await whileLocked('groups', async () => {
    const reading = [admin.get('/groups'), admin.get('/groups/export?format=csv')] as const
    await expect.poll(async () => (await waiting()).ms).toBeGreaterThan(PATIENCE_MS * 1.5)
    return reading
  }).then((reading) => Promise.all(reading))
  expectBusy(page)
  expect(file.status).toBe(200)
})

test('a transaction that stands still loses its connection, and nothing but its own call', async () => {
  const lost = at.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const alive = async () =>
      (await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(own.db)).rows.length
    await expect.poll(alive).toBe(0)
    await sql`select 1`.execute(tx)
  })
  const error = await lost.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(fromDatabase(error)?.status).toBe(503)
  expect((await admin.get('/departments')).status).toBe(200)
})

test('what the database says when it is slow, full or lost is a 503; what it refuses is not', () => {
  const statusOf = (code: string) => fromDatabase(Object.assign(new Error('said'), { code }))?.status
  for (const code of [
    '57014',
    '55P03',
    '25P03',
    '53100',
    '53200',
    '53300',
    '57P01',
    '57P03',
    '08006',
    '40001',
    '40P01',
  ])
    expect([code, statusOf(code)]).toEqual([code, 503])
  expect(['23503', '23505', '23514', '22001', '42P01'].map(statusOf)).toEqual([409, 409, 422, 422, undefined])
})

test('a migration waits as long as it has to', async () => {
  const { migrate } = await import('../../db/migrate.ts')
  // Everything seems to be still to do: a start that finds nothing asks for no lock.
  await sql`delete from kysely_migration`.execute(at.db)
  await own.db.connection().execute(async (db) => {
    // The lock by which of several starting processes one migrates.
    const lock = sql.lit('3853314791062309107')
    await sql`select pg_advisory_lock(${lock}::bigint)`.execute(db)
    const migrating = expect(migrate(at.db)).rejects.toThrow('already exists')
    await expect.poll(async () => (await waiting()).ms).toBeGreaterThan(PATIENCE_MS * 1.5)
    await sql`select pg_advisory_unlock(${lock}::bigint)`.execute(db)
    await migrating
  })
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(at.db)
  expect(rows[0]?.limit).toBe('1s')
})
