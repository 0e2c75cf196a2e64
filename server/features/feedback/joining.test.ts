import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { hashPassword } from '../../core/passwords.ts'
import { furnished } from '../../testing/college.ts'

// Somebody reads the whole database after 40 students have answered an anonymous survey, and tries to tell who wrote what.
const { at, medicine, batch, wards } = await furnished()

const PEOPLE = 40
/** Of forty in any order one stands right by chance, more than nine once in ten million. */
const MOST_BY_CHANCE = 9

interface Row {
  place: string
  xmin: string
  xmax: string
  columns: Record<string, unknown>
}
type Dump = Map<string, Row[]>

async function dump(): Promise<Dump> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(at.db)
  const all: Dump = new Map()
  for (const { name } of tables.rows) {
    const { rows } = await sql<Row>`select ctid::text as place, t.xmin::text, t.xmax::text, to_jsonb(t) as columns
      from ${sql.table(name)} t order by ctid`.execute(at.db)
    all.set(name, rows)
  }
  return all
}

const call = async (token: string | undefined, method: 'GET' | 'POST', url: string, payload?: object, key?: string) => {
  const answer = await at.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(key ? { 'idempotency-key': key } : {}) },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const shuffled = <T>(list: readonly T[]) =>
  list
    .map((one) => ({ one, by: Math.random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one)

const own = { department_id: medicine, batch_id: batch, group_id: wards }
const people: { studentId: number; userId: number; secret: string; key: string; token: string }[] = []
let survey = 0
/** The first transaction that was not there yet before they answered. */
let since = 0n
let found: Dump = new Map()

beforeAll(async () => {
  survey = await at.make.survey({ ...own, is_anonymous: true })
  const question = await at.make.question(survey, { is_required: true })
  const password_hash = await hashPassword('Correct1')
  const made = await Promise.all(Array.from({ length: PEOPLE }, () => at.make.student(batch, wards)))
  for (const { id, userId } of shuffled(made)) {
    const account = at.db.updateTable('users').set({ password_hash }).where('id', '=', userId).returning('email')
    const { email } = await account.executeTakeFirstOrThrow()
    const { status, body } = await call(undefined, 'POST', '/login', { email, password: 'Correct1' })
    expect(status).toBe(200)
    const made = { secret: randomUUID(), key: randomUUID(), token: body.access_token }
    people.push({ studentId: id, userId, ...made })
  }
  // It is written behind the answers.
  await vi.waitFor(async () => expect(await at.count('security_log')).toBe(PEOPLE))
  // A use is written down after a minute: of each the next one is, straight before the answers.
  await sql`update logins set last_used_at = last_used_at - interval '5 minutes'`.execute(at.db)
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(at.db)
  since = BigInt(rows[0]?.id ?? 0)
  people.splice(0, PEOPLE, ...shuffled(people))
  for (const { token, secret, key } of people) {
    expect((await call(token, 'GET', `/feedback-surveys/${survey}/with-questions`)).status).toBe(200)
    const answers = [{ feedback_question_id: question, answer: `told by ${secret}` }]
    const sent = { feedback_survey_id: survey, answers }
    const path = Math.random() < 0.5 ? '/feedback-responses' : '/feedback-responses/submit'
    expect((await call(token, 'POST', path, sent, key)).status).toBe(201)
    if (Math.random() < 0.2) expect((await call(token, 'POST', path, sent, key)).status).toBe(409)
  }
  found = await dump()
})

const RESPONSES = 'feedback_anonymous_responses'
const WAITING = 'feedback_waiting_responses'
const PARTICIPANTS = 'feedback_participants'
const responses = () => found.get(RESPONSES) ?? []
const authorOf = ({ columns }: Row) =>
  people.find(({ secret }) => JSON.stringify(columns.answers).includes(secret))?.studentId

const tablesWith = (isMeant: (row: Row, table: string) => boolean) =>
  [...found].filter(([table, rows]) => rows.some((row) => isMeant(row, table))).map(([table]) => table)

test('answering writes the two tables of anonymous surveys and nothing else', () => {
  expect([responses().length, found.get(WAITING)?.length]).toEqual([PEOPLE - 5, 5])
  // A use of a login is written down by a transaction of its own.
  expect(tablesWith(({ xmin }) => BigInt(xmin) >= since)).toEqual([RESPONSES, PARTICIPANTS, WAITING, 'logins'])
  expect(tablesWith(({ xmax }) => BigInt(xmax) >= since).filter((table) => table !== PARTICIPANTS)).toEqual([
    'feedback_surveys',
    'logins',
    'users',
  ])
  const [last] = responses()
  expect(tablesWith(({ xmin }) => xmin === last?.xmin)).toEqual([RESPONSES, PARTICIPANTS, WAITING])
})

test('no answer, and no response’s id or key, stands anywhere else', () => {
  const traces = people.flatMap(({ secret, key }) => [
    secret,
    key,
    createHash('sha256').update(key).digest('hex'),
    createHash('sha256').update(`POST /api/feedback-responses\n${key}`).digest('hex'),
  ])
  const ids = responses().map(({ columns }) => String(columns.id))
  const isTraced = ({ columns }: Row) => {
    const text = JSON.stringify(columns)
    return [...traces, ...ids].some((trace) => text.includes(trace))
  }
  expect(tablesWith(isTraced)).toEqual([RESPONSES])
})

/** Whom a row is of: the student, or the account. */
function personOf(table: string, { columns }: Row): number | undefined {
  const by = (field: 'studentId' | 'userId', value: unknown) => people.find((one) => one[field] === value)?.studentId
  if (table === 'students') return by('studentId', columns.id)
  if (table === 'users') return by('userId', columns.id)
  return by('studentId', columns.student_id) ?? by('userId', columns.user_id ?? columns.actor_id)
}

const place = (text: string) =>
  text
    .slice(1, -1)
    .split(',')
    .reduce((sum, part) => sum * 65_536 + Number(part), 0)

/** How a row may be sorted: by where it lies, by its transactions, and by each of its columns. */
function keysOf({ place: where, xmin, xmax, columns }: Row): Record<string, number | string> {
  const values = Object.entries(columns).map(([column, value]) => [
    column,
    typeof value === 'number' ? value : JSON.stringify(value),
  ])
  return { ctid: place(where), xmin: Number(xmin), xmax: Number(xmax), ...Object.fromEntries(values) }
}

function sorted<T extends Row>(rows: readonly T[], by: string): T[] {
  const keyed = rows.map((row) => ({ row, key: keysOf(row)[by] ?? 0 }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row)
}

/** Every order of the forty that any table has. */
function ordersOfPeople(): Map<string, string> {
  const orders = new Map<string, string>()
  const add = (ids: readonly (number | undefined)[], name: string) => {
    const known = [...new Set(ids)].filter((id) => id !== undefined)
    if (known.length === PEOPLE) orders.set(known.join(), name)
  }
  for (const [table, rows] of found)
    for (const by of Object.keys(rows[0] ? keysOf(rows[0]) : {})) {
      const ids = sorted(rows, by).map((row) => personOf(table, row))
      add(ids, `${table} by ${by}`)
      add(ids.toReversed(), `${table} by ${by}, backwards`)
    }
  const [participants] = found.get(PARTICIPANTS) ?? []
  add(participants?.columns.student_ids as number[], 'the participants')
  return orders
}

test('no order of people in any table is that of their answers', () => {
  const orders = ordersOfPeople()
  const submitting = people.map(({ studentId }) => studentId)
  // The tables do tell it, by the uses of the logins.
  expect([...orders.keys()]).toContain(submitting.join())
  for (const look of ['ctid', 'xmin', 'xmax', 'id', 'is_counted', 'answers']) {
    const seen = sorted(responses(), look).map(authorOf)
    for (const [order, name] of orders) {
      const right = order.split(',').filter((id, n) => Number(id) === seen[n]).length
      expect(right, `${name}, of the responses by ${look}`).toBeLessThanOrEqual(MOST_BY_CHANCE)
    }
  }
})

test('the transaction of a response is nobody’s, but for the one that came last', () => {
  const right = responses().filter((response) => {
    const candidates = [...found].flatMap(([table, rows]) =>
      rows
        .filter(({ xmin, xmax }) => [xmin, xmax].includes(response.xmin))
        .flatMap((row) => personOf(table, row) ?? []),
    )
    return candidates.includes(authorOf(response) ?? 0)
  })
  expect(right.length).toBeLessThanOrEqual(1)
})
