import { createHash, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { hashPassword } from '../../core/passwords.ts'
import { furnished } from '../../testing/college.ts'
import { type Dump, dumpOf, keysOf, type Row, sortedBy, tablesWith } from '../../testing/dump.ts'
import { shuffled } from './sealing.rules.ts'

// Somebody reads the whole database before, while and after 40 students answer an anonymous survey, and tries to tell who
// wrote what.
const { at, medicine, batch, wards } = await furnished()

const PEOPLE = 40
const SHOWN = 'feedback_anonymous_responses'
const WAITING = 'feedback_waiting_responses'
const PARTICIPANTS = 'feedback_participants'

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
/** In the order in which they answer. */
const people: { studentId: number; userId: number; secret: string; key: string; token: string }[] = []
/** The first transaction that was not there yet before they answered. */
let since = 0n
/** The whole database after so many had answered, and the tables of the answers after each one. */
const dumps = new Map<number, Dump>()
const looks: Dump[] = []
/** The moments at which somebody takes the whole of it, with how many responses are shown and how many wait. */
const MOMENTS = [
  { answered: 6, shown: 5, waiting: 1 },
  { answered: 9, shown: 5, waiting: 4 },
  { answered: 12, shown: 5, waiting: 7 },
  { answered: PEOPLE, shown: 35, waiting: 5 },
]

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
    const sent = { feedback_survey_id: survey, answers }
    const path = Math.random() < 0.5 ? '/feedback-responses' : '/feedback-responses/submit'
    expect((await call(token, 'POST', path, sent, key)).status).toBe(201)
    if (Math.random() < 0.2) expect((await call(token, 'POST', path, sent, key)).status).toBe(201)
    looks.push(await dumpOf(at.db, [SHOWN, WAITING, PARTICIPANTS]))
    if (MOMENTS.some(({ answered }) => answered === n + 1)) dumps.set(n + 1, await dumpOf(at.db))
  }
})

const dumpAfter = (answered: number): Dump => dumps.get(answered) ?? new Map()
const shownIn = (dump: Dump | undefined) => dump?.get(SHOWN) ?? []
const waitingIn = (dump: Dump | undefined) => dump?.get(WAITING) ?? []
const authorOf = ({ columns }: Row) =>
  people.find(({ secret }) => JSON.stringify(columns.answers).includes(secret))?.studentId

test('answering writes the three tables of anonymous surveys and nothing else', () => {
  const found = dumpAfter(PEOPLE)
  const ofAnswers = [SHOWN, PARTICIPANTS, WAITING]
  // A use of a login is written down by a transaction of its own.
  expect(tablesWith(found, ({ xmin }) => BigInt(xmin) >= since)).toEqual([...ofAnswers, 'logins'])
  const locked = tablesWith(found, ({ xmax }) => BigInt(xmax) >= since)
  expect(locked.filter((table) => table !== PARTICIPANTS)).toEqual(['feedback_surveys', 'logins', 'users'])
  const [last] = shownIn(found)
  expect(tablesWith(found, ({ xmin }) => xmin === last?.xmin)).toEqual(ofAnswers)
})

/** What comes out when any part of the bytes is taken for something packed. */
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

describe.each(MOMENTS)('after $answered answers', ({ answered, shown, waiting }) => {
  test('what can be read is of five or more, of whom nothing tells one from the others', () => {
    const rows = shownIn(dumpAfter(answered))
    const came = people.slice(0, answered).map(({ studentId }) => studentId)
    const authors = rows.map(authorOf)
    expect([rows.length, new Set(authors).size, authors.filter((one) => came.includes(one ?? 0)).length]).toEqual(
      Array(3).fill(shown),
    )
    const shared = ({ xmin, xmax }: Row) => `${xmin} ${xmax}`
    for (const [, group] of Map.groupBy(rows, shared)) expect(group.length).toBeGreaterThanOrEqual(5)
    expect(rows).toEqual(sortedBy(rows, 'id'))
  })

  test('what waits can’t be told apart, and stands nowhere in words', async () => {
    const dump = dumpAfter(answered)
    const rows = waitingIn(dump)
    expect(rows).toHaveLength(waiting)
    expect(new Set(rows.map(({ columns }) => `${columns.sealed}`.length)).size).toBe(1)
    expect(new Set(rows.map(({ xmin, xmax }) => `${xmin} ${xmax}`)).size).toBe(1)
    expect(rows).toEqual(sortedBy(rows, 'id'))
    const readable = new Set(shownIn(dump).map(authorOf))
    const hidden = people.filter(({ studentId }) => !readable.has(studentId)).map(({ secret }) => secret)
    expect(hidden).toHaveLength(PEOPLE - shown)
    const traces = [...hidden, (await at.responsesKey.open()).toString('hex')].flatMap((text) => [
      text,
      Buffer.from(text).toString('hex'),
    ])
    expect(tablesWith(dump, ({ columns }) => traces.some((text) => JSON.stringify(columns).includes(text)))).toEqual([])
    for (const { columns } of rows) expect(unpackedFrom(`${columns.sealed}`)).not.toContain('told by')
  })

  test('no answer, and no response’s id or key, stands anywhere else', () => {
    const dump = dumpAfter(answered)
    const traces = people.flatMap(({ secret, key }) => [
      secret,
      key,
      createHash('sha256').update(key).digest('hex'),
      createHash('sha256').update(`POST /api/feedback-responses\n${key}`).digest('hex'),
    ])
    const ids = [...shownIn(dump), ...waitingIn(dump)].map(({ columns }) => String(columns.id))
    const isTraced = ({ columns }: Row) => {
      const text = JSON.stringify(columns)
      return [...traces, ...ids].some((trace) => text.includes(trace))
    }
    expect(tablesWith(dump, isTraced)).toEqual([SHOWN, WAITING])
  })
})

test('between two looks, with one answer in between, nothing or five can be read that could not be before', () => {
  let wait: (number | undefined)[] = []
  for (const [n, look] of looks.entries()) {
    const [before, after] = [shownIn(looks[n - 1]), shownIn(look)]
    wait.push(people[n]?.studentId)
    const known = new Set(before.map(authorOf))
    const fresh = after.map(authorOf).filter((one) => !known.has(one))
    expect(after).toHaveLength(before.length + fresh.length)
    if (fresh.length === 0) expect(after).toEqual(before)
    else {
      expect(fresh).toHaveLength(5)
      // Any of ten, once there are results: only of the first five it is known who they are.
      expect(wait.length).toBe(before.length === 0 ? 5 : 10)
      expect(new Set(fresh).isSubsetOf(new Set(wait))).toBe(true)
    }
    wait = wait.filter((one) => !fresh.includes(one))
    expect(waitingIn(look)).toHaveLength(wait.length)
    const traces = new Set(waitingIn(looks[n - 1]).flatMap(({ columns, xmin }) => [columns.id, columns.sealed, xmin]))
    for (const { columns, xmin } of waitingIn(look))
      expect([columns.id, columns.sealed, xmin].filter((one) => traces.has(one))).toEqual([])
    const ids = new Set(waitingIn(looks[n - 1]).map(({ columns }) => columns.id))
    expect(after.filter(({ columns }) => ids.has(columns.id))).toEqual([])
  }
})

/** Whom a row is of: the student, or the account. */
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
  const [participants] = found.get(PARTICIPANTS) ?? []
  add(participants?.columns.student_ids as number[], 'the participants')
  return orders
}

/** Of 35 in any order one stands right by chance, more than nine once in ten million. */
const MOST_BY_CHANCE = 9
/** How alike two orders of 35 are, from −1 to 1: by chance less than 0.85 off 0, but for once in ten million. */
const LIKE_BY_CHANCE = 0.85

function likeness(left: readonly number[], right: readonly number[]): number {
  const gaps = left.map((one, n) => (n - right.indexOf(one)) ** 2)
  return 1 - (6 * gaps.reduce((sum, gap) => sum + gap, 0)) / (left.length * (left.length ** 2 - 1))
}

test('no order of people in any table is that of their answers, nor like it', () => {
  const found = dumpAfter(PEOPLE)
  const orders = ordersOfPeople(found)
  const submitting = people.map(({ studentId }) => studentId)
  // The tables do tell it, by the uses of the logins.
  expect([...orders.keys()]).toContain(submitting.join())
  expect([likeness([1, 2, 3], [1, 2, 3]), likeness([1, 2, 3], [3, 2, 1])]).toEqual([1, -1])
  for (const look of ['ctid', 'xmin', 'xmax', 'id', 'answers']) {
    const seen = sortedBy(shownIn(found), look).map((row) => authorOf(row) ?? 0)
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

test('the transaction of a response is that of no row of one person', () => {
  const found = dumpAfter(PEOPLE)
  const transactions = new Set([...shownIn(found), ...waitingIn(found)].map(({ xmin }) => xmin))
  const persons = [...found].flatMap(([table, rows]) =>
    rows
      .filter(({ xmin, xmax }) => transactions.has(xmin) || transactions.has(xmax))
      .map((row) => personOf(table, row)),
  )
  // Who came last has a lock left on the own account; what is read was of ten then.
  expect(new Set(persons.filter((one) => one !== undefined)).size).toBeLessThanOrEqual(1)
})
