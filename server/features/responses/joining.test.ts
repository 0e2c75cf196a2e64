import { createHash, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { padded } from '../../../shared/feedback/padding.ts'
import { hashPassword } from '../../core/passwords.ts'
import { furnished } from '../../testing/college.ts'
import { type Dump, dumpOf, keysOf, type Row, sortedBy, tablesWith } from '../../testing/dump.ts'
import { shuffled, unpack, unseal } from './sealing.rules.ts'

// Somebody reads the whole database before, while and after 40 students answer an anonymous survey, and when its results are
// shown, and tries to tell who wrote what.
const { at, hod, medicine, batch, wards } = await furnished()

const PEOPLE = 40
const SHOWN = 'feedback_anonymous_responses'
const WAITING = 'feedback_waiting_responses'
const PARTICIPANTS = 'feedback_participants'
const KEYS = 'feedback_send_keys'

const call = async (token: string | undefined, method: 'GET' | 'POST', url: string, payload?: object, key?: string) => {
  const answer = await at.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(key ? { 'idempotency-key': key } : {}) },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const own = { department_id: medicine, batch_id: batch, group_id: wards }
/** The students in the order in which they answer. */
const people: { studentId: number; userId: number; secret: string; key: string; token: string }[] = []
/** The first transaction that was not there yet before they answered. */
let since = 0n
/** The whole database after so many had answered, and the tables of the answers after each one. */
const dumps = new Map<number, Dump>()
const looks: Dump[] = []
/** The whole database when the results are shown. */
let end: Dump = new Map()
/** The numbers of answers after which somebody takes the whole database. */
const MOMENTS = [1, 6, 12, PEOPLE]

async function signedIn() {
  const password_hash = await hashPassword('Correct1')
  const made = await Promise.all(Array.from({ length: PEOPLE }, () => at.make.student(batch, wards)))
  for (const { id, userId } of shuffled(made)) {
    const account = at.db.updateTable('users').set({ password_hash }).where('id', '=', userId).returning('email')
    const { email } = await account.executeTakeFirstOrThrow()
    const { status, body } = await call(undefined, 'POST', '/login', { email, password: 'Correct1' })
    expect(status).toBe(200)
    people.push({ studentId: id, userId, secret: randomUUID(), key: randomUUID(), token: body.access_token })
  }
  // It is written behind the answers.
  await vi.waitFor(async () => expect(await at.count('security_log')).toBe(PEOPLE), { timeout: 20_000 })
  // A use is written down after a minute: of each the next one is, straight before the answers.
  await sql`update logins set last_used_at = last_used_at - interval '5 minutes'`.execute(at.db)
  people.splice(0, PEOPLE, ...shuffled(people))
}

beforeAll(async () => {
  const survey = await at.make.survey({ ...own, is_anonymous: true })
  const question = await at.make.question(survey, { is_required: true })
  await signedIn()
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(at.db)
  since = BigInt(rows[0]?.id ?? 0)
  for (const [n, { token, secret, key }] of people.entries()) {
    expect((await call(token, 'GET', `/feedback-surveys/${survey}/with-questions`)).status).toBe(200)
    const answers = [{ feedback_question_id: question, answer: `told by ${secret}${' at length'.repeat(n % 3)}` }]
    const sent = padded({ feedback_survey_id: survey, answers }, ['How was it?'])
    const path = Math.random() < 0.5 ? '/feedback-responses' : '/feedback-responses/submit'
    expect((await call(token, 'POST', path, sent, key)).status).toBe(201)
    if (Math.random() < 0.2) expect((await call(token, 'POST', path, sent, key)).status).toBe(201)
    looks.push(await dumpOf(at.db, [SHOWN, WAITING, PARTICIPANTS]))
    if (MOMENTS.includes(n + 1)) dumps.set(n + 1, await dumpOf(at.db))
  }
  expect((await hod.patch(`/feedback-surveys/${survey}/close`)).status).toBe(200)
  expect((await hod.get(`/feedback-surveys/${survey}/statistics`)).body.data.counted).toBe(PEOPLE)
  end = await dumpOf(at.db)
})

const dumpAfter = (answered: number): Dump => dumps.get(answered) ?? new Map()
const shownIn = (dump: Dump | undefined) => dump?.get(SHOWN) ?? []
const waitingIn = (dump: Dump | undefined) => dump?.get(WAITING) ?? []
const authorOf = ({ columns }: Row) =>
  people.find(({ secret }) => JSON.stringify(columns.answers).includes(secret))?.studentId

test('answering writes the tables of anonymous surveys and nothing else', () => {
  const found = dumpAfter(PEOPLE)
  const ofAnswers = [PARTICIPANTS, KEYS, WAITING]
  // A use of a login is written down by a transaction of its own.
  expect(tablesWith(found, ({ xmin }) => BigInt(xmin) >= since)).toEqual([...ofAnswers, 'logins'])
  const locked = tablesWith(found, ({ xmax }) => BigInt(xmax) >= since)
  expect(locked.filter((table) => !ofAnswers.includes(table))).toEqual(['feedback_surveys', 'logins', 'users'])
})

/** Returns all text that comes out when any part of the bytes is taken for packed text. */
function unpackedFrom(bytea: string): string {
  const bytes = Buffer.from(bytea.slice(2), 'hex')
  const attempts = Array.from({ length: 64 }, (_, start) => {
    try {
      return inflateRawSync(bytes.subarray(start)).toString()
    } catch {
      return ''
    }
  })
  return attempts.join()
}

const transaction = ({ xmin, xmax }: Row) => `${xmin} ${xmax}`

describe.each(MOMENTS)('while the survey runs, after %i answers', (answered) => {
  test('nothing can be read, nor told apart by size, and it stands nowhere in words', async () => {
    const dump = dumpAfter(answered)
    const rows = waitingIn(dump)
    expect([shownIn(dump), rows.length]).toEqual([[], answered])
    expect(new Set(rows.map(({ columns }) => `${columns.sealed}`.length)).size).toBe(1)
    const key = (await at.responsesKey.open()).toString('hex')
    const told = people.flatMap((one) => [one.secret, one.key, createHash('sha256').update(one.key).digest('hex')])
    const traces = [...told, key].flatMap((text) => [text, Buffer.from(text).toString('hex')])
    const isTracedBy = (texts: string[]) => (row: Row) =>
      texts.some((text) => JSON.stringify(row.columns).includes(text))
    expect(tablesWith(dump, isTracedBy(traces))).toEqual([])
    expect(tablesWith(dump, isTracedBy(rows.map(({ columns }) => `${columns.id}`)))).toEqual([WAITING])
    for (const { columns } of rows) expect(unpackedFrom(`${columns.sealed}`)).not.toContain('told by')
  })
})

/** Returns the waiting responses that a look has and the one before had not. */
function freshIn(n: number): Row[] {
  const known = new Set(waitingIn(looks[n - 1]).map(({ columns }) => columns.id))
  return waitingIn(looks[n]).filter(({ columns }) => !known.has(columns.id))
}

test('between two looks, with one answer in between, five have come that are all alike, and four have gone', () => {
  for (const [n, look] of looks.entries()) {
    const fresh = freshIn(n)
    expect([shownIn(look), waitingIn(look).length, fresh.length]).toEqual([[], n + 1, Math.min(5, n + 1)])
    expect(new Set(fresh.map(transaction)).size).toBe(1)
    expect(sortedBy(fresh, 'ctid')).toEqual(sortedBy(fresh, 'id'))
    const before = new Set(waitingIn(looks[n - 1]).flatMap(({ columns, xmin }) => [columns.sealed, xmin]))
    expect(fresh.filter(({ columns, xmin }) => before.has(columns.sealed) || before.has(xmin))).toEqual([])
  }
})

test('who has one copy of all and the key, too, tells no more than any of five', async () => {
  const key = await at.responsesKey.open()
  const authorIn = ({ columns }: Row) => {
    const sealed = Buffer.from(`${columns.sealed}`.slice(2), 'hex')
    const opened = unseal(sealed, Number(columns.feedback_survey_id), key)
    return authorOf({ columns: { answers: opened ? unpack(opened) : '' } } as unknown as Row)
  }
  // The logins tell in which order the students came. The newest transaction is that of the last one.
  const right = { first: 0, last: 0 }
  for (const [n, { studentId }] of people.entries()) {
    if (n < 4) continue
    const rows = sortedBy(waitingIn(looks[n]), 'ctid')
    const newest = rows.filter(({ xmin }) => Number(xmin) === Math.max(...rows.map((row) => Number(row.xmin))))
    expect(newest).toHaveLength(5)
    const authors = newest.map(authorIn)
    expect(authors).toContain(studentId)
    if (authors[0] === studentId) right.first += 1
    if (authors[4] === studentId) right.last += 1
  }
  // By chance a fifth of the 36 guesses is right. More than 21 are right once in a million.
  for (const count of Object.values(right)) expect(count).toBeLessThan(22)
})

test('what is shown at the end has no number, place or transaction of what waited', () => {
  const rows = shownIn(end)
  expect([rows.length, waitingIn(end), end.get(KEYS)]).toEqual([PEOPLE, [], []])
  expect(new Set(rows.map(authorOf)).size).toBe(PEOPLE)
  expect(new Set(rows.map(transaction)).size).toBe(1)
  expect(rows).toEqual(sortedBy(rows, 'id'))
  const traces = new Set(looks.flatMap((look) => waitingIn(look)).flatMap(({ columns, xmin }) => [columns.id, xmin]))
  expect(rows.filter(({ columns, xmin }) => traces.has(columns.id) || traces.has(xmin))).toEqual([])
})

/** Returns the student, or the owner of the account, that a row belongs to. */
function personOf(table: string, { columns }: Row): number | undefined {
  const by = (field: 'studentId' | 'userId', value: unknown) => people.find((one) => one[field] === value)?.studentId
  if (table === 'students') return by('studentId', columns.id)
  if (table === 'users') return by('userId', columns.id)
  return by('studentId', columns.student_id) ?? by('userId', columns.user_id ?? columns.actor_id)
}

/** Every order of the forty that any table has. */
function ordersOfPeople(found: Dump): Map<string, string> {
  const orders = new Map<string, string>()
  const add = (ids: readonly (number | undefined)[], name: string) => {
    const known = [...new Set(ids)].filter((id) => id !== undefined)
    if (known.length === PEOPLE) orders.set(known.join(), name)
  }
  for (const [table, rows] of found)
    for (const by of Object.keys(rows[0] ? keysOf(rows[0]) : {})) {
      const ids = sortedBy(rows, by).map((row) => personOf(table, row))
      add(ids, `${table} by ${by}`)
      add(ids.toReversed(), `${table} by ${by}, backwards`)
    }
  const participants = found.get(PARTICIPANTS) ?? []
  for (const by of ['ctid', 'xmin', 'neighbours'])
    add(
      sortedBy(participants, by).flatMap(({ columns }) => columns.student_ids as number[]),
      `the participants by ${by}`,
    )
  return orders
}

/**
 * People who stand right by chance, at most: in any order of forty it is one, and more than nine once in ten million.
 */
const MOST_BY_CHANCE = 9
/** The likeness of two orders of forty, from −1 to 1. By chance it is 0.85 or more off 0 once in ten million. */
const LIKE_BY_CHANCE = 0.85

function likeness(left: readonly number[], right: readonly number[]): number {
  const gaps = left.map((one, n) => (n - right.indexOf(one)) ** 2)
  return 1 - (6 * gaps.reduce((sum, gap) => sum + gap, 0)) / (left.length * (left.length ** 2 - 1))
}

test('no order of people in any table is that of the answers that are shown, nor like it', () => {
  const found = end
  const orders = ordersOfPeople(found)
  const submitting = people.map(({ studentId }) => studentId)
  // The tables do tell it, by the uses of the logins.
  expect([...orders.keys()]).toContain(submitting.join())
  expect([likeness([1, 2, 3], [1, 2, 3]), likeness([1, 2, 3], [3, 2, 1])]).toEqual([1, -1])
  for (const look of ['ctid', 'id', 'answers']) {
    const seen = sortedBy(shownIn(end), look).map((row) => authorOf(row) ?? 0)
    for (const [ids, name] of orders) {
      const order = ids
        .split(',')
        .map(Number)
        .filter((id) => seen.includes(id))
      const right = order.filter((id, n) => id === seen[n]).length
      expect(right, `${name}, of the responses by ${look}`).toBeLessThanOrEqual(MOST_BY_CHANCE)
      expect(Math.abs(likeness(order, seen)), `${name}, like the responses by ${look}`).toBeLessThan(LIKE_BY_CHANCE)
    }
  }
})

test('the transaction in which all was opened is that of no row of one person', () => {
  const [{ xmin: opening } = { xmin: '' }] = shownIn(end)
  const rows = [...end].flatMap(([table, theirs]) => theirs.map((row) => ({ table, row })))
  const written = rows.filter(({ row }) => row.xmin === opening || row.xmax === opening)
  expect(written.map(({ table, row }) => personOf(table, row)).filter((one) => one !== undefined)).toEqual([])
  expect(new Set(written.map(({ table }) => table)).isSupersetOf(new Set([SHOWN, PARTICIPANTS]))).toBe(true)
})
