import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { STUDENTS_IN_GROUPS } from '../testing/students-in-groups.ts'
import { authenticate, closeLogin, openLogin } from './login.ts'

const TOGETHER = 40

let at: TestApp
let users: number[]
let tokens: string[]
beforeAll(async () => {
  at = await testApp()
  for (const statement of STUDENTS_IN_GROUPS) await sql.raw(statement).execute(at.db)
  await sql
    .raw(`insert into logins (token_hash, user_id, expires_at)
      select sha256(convert_to(id::text, 'UTF8')), id, now() + interval '1 hour' from users`)
    .execute(at.db)
  const rows = await at.db.selectFrom('users').select('id').orderBy('id', 'desc').limit(TOGETHER).execute()
  users = rows.map(({ id }) => id)
  tokens = await at.db.transaction().execute((tx) => Promise.all(users.map((id) => openLogin(tx, id, undefined))))
  await sql`analyze`.execute(at.db)
}, 120_000)
afterAll(() => at.close())

/** The statements that are sent meanwhile. */
async function sentBy(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const spy = vi.spyOn(at.plainDb, 'executeQuery')
  try {
    await work()
    return spy.mock.calls.map(([query]) => query as CompiledQuery)
  } finally {
    spy.mockRestore()
  }
}

test('who calls in one moment is asked for in one statement, and each is who they are', async () => {
  let holders: { id: number }[] = []
  const sent = await sentBy(async () => {
    holders = await Promise.all(tokens.map((token) => authenticate(at.plainDb, token)))
  })
  expect(sent).toHaveLength(1)
  expect(holders.map(({ id }) => id)).toEqual(users)
})

test('one that has ended or never was is refused, and nobody beside it', async () => {
  const [first = '', second = ''] = tokens
  const third = await at.db.transaction().execute((tx) => openLogin(tx, users[2] ?? 0, undefined))
  await at.db.transaction().execute((tx) => closeLogin(tx, third))
  const [one, ended, unknown, two] = await Promise.allSettled(
    [first, third, 'a'.repeat(43), second].map((token) => authenticate(at.plainDb, token)),
  )
  expect([one?.status, two?.status]).toEqual(['fulfilled', 'fulfilled'])
  for (const refused of [ended, unknown]) expect(refused).toMatchObject({ status: 'rejected', reason: { status: 401 } })
})

test('what is asked later is asked anew: a login that ends in between does not hold', async () => {
  const token = await at.db.transaction().execute((tx) => openLogin(tx, users[0] ?? 0, undefined))
  await authenticate(at.plainDb, token)
  await at.db.transaction().execute((tx) => closeLogin(tx, token))
  await expect(authenticate(at.plainDb, token)).rejects.toMatchObject({ status: 401 })
})

test.each([1, TOGETHER])('among thousands of people it finds %i by their indexes', async (count) => {
  const [query] = await sentBy(() =>
    Promise.all(tokens.slice(0, count).map((token) => authenticate(at.plainDb, token))),
  )
  const { rows } = await at.db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${query?.sql}`, [...(query?.parameters ?? [])]),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('logins_pkey')
  expect(plan).not.toMatch(/Seq Scan on (?:logins|users|students)\b/)
})
