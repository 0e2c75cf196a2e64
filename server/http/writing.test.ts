import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import type { Tx } from '../db/types.ts'
import type { TestApp } from '../testing/app.ts'
import { unfurnished } from '../testing/college.ts'
import { type Conversation, listening, speak } from '../testing/sockets.ts'

const at = await unfurnished()
const port = await listening(at.app)
const medicine = await at.make.department({ name: 'Medicine' })
const surgery = await at.make.department({ name: 'Surgery' })

/** A person's login, and what ends or changes the person. */
interface Someone {
  userId: number
  token: string
}

const someone = async (role: Parameters<TestApp['make']['person']>[0], departmentId?: number): Promise<Someone> => {
  const userId = await at.make.person(role, departmentId)
  const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, 'test'))
  return { userId, token }
}

const sessionOf = (token: string) => createHash('sha256').update(token).digest()
const headOf = (token: string, path: string, length: number) =>
  `POST /api${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** Sends the headers of a call, and returns once the gate has let it through. */
async function begun({ token }: Someone, path: string, body: string): Promise<Conversation> {
  const old = new Date(Date.now() - 3_600_000)
  await at.db.updateTable('logins').set({ last_used_at: old }).where('token_hash', '=', sessionOf(token)).execute()
  const spoken = await speak(port)
  open.push(spoken)
  spoken.send(headOf(token, path, Buffer.byteLength(body)))
  // The gate writes down that the login is in use.
  const lastUsed = async () => {
    const row = await at.db
      .selectFrom('logins')
      .select('last_used_at')
      .where('token_hash', '=', sessionOf(token))
      .executeTakeFirst()
    return Date.parse(row?.last_used_at ?? '')
  }
  await expect.poll(lastUsed).toBeGreaterThan(old.getTime())
  return spoken
}

const open: Conversation[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy()
})

const named = (name: string) => at.db.selectFrom('departments').select('id').where('name', '=', name).execute()

let count = 0
let name: string
let body: string
beforeEach(() => {
  count += 1
  name = `Written ${count}`
  body = JSON.stringify({ name, type: 'non-academic' })
})

describe('a call whose headers came before a revocation is refused when its body comes after it', () => {
  const revocations: [string, number, string, (one: Someone) => Promise<unknown>][] = [
    [
      'the login was ended',
      401,
      'Authentication required. Please login first.',
      ({ token }) => at.db.deleteFrom('logins').where('token_hash', '=', sessionOf(token)).execute(),
    ],
    [
      'the person has retired',
      401,
      'Your account is not active. Please contact the administrator.',
      ({ userId }) => at.db.updateTable('staff').set({ status: 'retired' }).where('user_id', '=', userId).execute(),
    ],
    [
      'the role was taken away',
      403,
      'You are not allowed to do this.',
      ({ userId }) => at.db.deleteFrom('user_roles').where('user_id', '=', userId).execute(),
    ],
    [
      'a new initial password was issued',
      403,
      'Please choose a new password first.',
      ({ userId }) => at.db.updateTable('users').set({ must_change_password: true }).where('id', '=', userId).execute(),
    ],
    [
      'the person was moved to another department',
      409,
      'Your own record was changed meanwhile. Please try again.',
      ({ userId }) =>
        at.db.updateTable('staff').set({ department_id: surgery }).where('user_id', '=', userId).execute(),
    ],
    [
      'the person was given another role',
      409,
      'Your own record was changed meanwhile. Please try again.',
      ({ userId }) => at.make.giveRole(userId, 'faculty'),
    ],
    [
      'the person has become a student too',
      409,
      'Your own record was changed meanwhile. Please try again.',
      ({ userId }) => at.db.insertInto('students').values({ user_id: userId, roll_no: 'MBBS-29999' }).execute(),
    ],
  ]
  test.each(revocations)('%s', async (_, status, message, revoke) => {
    const clerk = await someone('student-affair', medicine)
    const spoken = await begun(clerk, '/departments', body)
    await revoke(clerk)
    spoken.send(body)
    const answer = await spoken.answer()
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { message }])
    expect(await named(name)).toEqual([])
  })

  test('and carried out when nothing was revoked', async () => {
    const clerk = await someone('student-affair', medicine)
    const spoken = await begun(clerk, '/departments', body)
    await at.db.updateTable('users').set({ name: 'A new name' }).where('id', '=', clerk.userId).execute()
    spoken.send(body)
    expect((await spoken.answer()).status).toBe(201)
    expect(await named(name)).toHaveLength(1)
  })
})

/** Waits until a connection of this database waits for a lock. */
const someoneWaits = (like: string) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike ${like}`.execute(at.db)
      return rows[0]?.waiting
    })
    .toBe(1)

/** Does `meanwhile` while a transaction of the test keeps what `hold` locks, then lets go. */
async function holding<T>(hold: (tx: Tx) => Promise<unknown>, meanwhile: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await at.db.startTransaction().execute()
  try {
    await hold(tx)
    const result = await meanwhile(tx)
    await tx.commit().execute()
    return result
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}

describe('a write and a revocation at the same time', () => {
  test('the revocation waits for the write that came first', async () => {
    const writer = await at.of((await someone('student-affair')).userId)
    const admin = await at.as('admin')
    const order: string[] = []
    const [write, revocation] = await holding(
      (tx) => sql`lock table departments in share row exclusive mode`.execute(tx),
      async () => {
        const writing = writer.post('/departments', { name, type: 'non-academic' }).finally(() => order.push('write'))
        await someoneWaits('insert into "departments"%')
        const revoking = admin.post(`/users/${writer.userId}/initial-password`).finally(() => order.push('revocation'))
        await someoneWaits('select%"users"%for update%')
        return [writing, revoking] as const
      },
    ).then((both) => Promise.all(both))
    expect([write.status, revocation.status, order]).toEqual([201, 200, ['write', 'revocation']])
    expect((await writer.get('/auth/me')).status).toBe(401)
  })

  test('a write that comes while the account is being changed sees the change', async () => {
    const { userId } = await someone('student-affair')
    const writer = await at.of(userId)
    const write = await holding(
      (tx) => tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute(),
      async (tx) => {
        const writing = writer.post('/departments', { name, type: 'non-academic' })
        await someoneWaits('%for key share%')
        await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
        return [writing] as const
      },
    ).then(([writing]) => writing)
    expect(write.status).toBe(403)
    expect(await named(name)).toEqual([])
  })

  test('ten refreshes of one login at once give one new login, without a deadlock', async () => {
    const writer = await someone('faculty')
    const refresh = () =>
      at.app.inject({ method: 'POST', url: '/api/auth/refresh', headers: { authorization: `Bearer ${writer.token}` } })
    const answers = await Promise.all(Array.from({ length: 10 }, refresh))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(401)])
    const left = await at.db.selectFrom('logins').select('user_id').where('user_id', '=', writer.userId).execute()
    expect(left).toHaveLength(1)
  })
})

describe('a write that the database ended because of another one', () => {
  test('is done again', async () => {
    const admin = await at.as('admin')
    const person = await someone('faculty', medicine)
    const staff = await at.db
      .selectFrom('staff')
      .select('id')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow()
    const answer = await holding(
      async (tx) => {
        // The test waits longer, so that the write is the one that is ended.
        await sql`set local deadlock_timeout = '1min'`.execute(tx)
        await tx.selectFrom('users').select('id').where('id', '=', person.userId).forUpdate().execute()
      },
      async (tx) => {
        const change = admin.put(`/staff/${staff.id}`, { phone: '0300 1234567' })
        await someoneWaits('select%"users"%for update%')
        await tx.selectFrom('staff').select('id').where('id', '=', staff.id).forUpdate().execute()
        return [change] as const
      },
    ).then(([change]) => change)
    expect([answer.status, answer.body.data?.phone]).toEqual([200, '03001234567'])
  })

  test('is given up after two more attempts, and may be sent again', async () => {
    await sql`create sequence attempts`.execute(at.db)
    await sql`create function lose() returns trigger language plpgsql security definer as $$
      begin perform nextval('attempts'); raise exception 'lost' using errcode = '40001'; end $$`.execute(at.db)
    await sql`create trigger losing before insert on designations execute function lose()`.execute(at.db)
    const { status, headers, body: said } = await (await at.as('admin')).post('/designations', { name: 'Registrar' })
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expect(said).toEqual({ message: 'The server is busy. Please try again in a moment.' })
    const { rows } = await sql<{ last_value: number }>`select last_value from attempts`.execute(at.db)
    expect(Number(rows[0]?.last_value)).toBe(3)
    await sql`drop trigger losing on designations`.execute(at.db)
  })

  test('and one that failed for another reason is not: it would fail again', async () => {
    await sql`create sequence refusals`.execute(at.db)
    await sql`create function refuse() returns trigger language plpgsql security definer as $$
      begin perform nextval('refusals'); raise exception 'never' using errcode = '23514'; end $$`.execute(at.db)
    await sql`create trigger refusing before insert on designations execute function refuse()`.execute(at.db)
    expect((await (await at.as('admin')).post('/designations', { name: 'Dean' })).status).toBe(422)
    const { rows } = await sql<{ last_value: number }>`select last_value from refusals`.execute(at.db)
    expect(Number(rows[0]?.last_value)).toBe(1)
    await sql`drop trigger refusing on designations`.execute(at.db)
  })
})
