import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { keepAnonymousResponse, showWaiting } from './anonymous.writes.ts'
import { unpack, unseal } from './sealing.rules.ts'

const { at, student } = await furnished()
const created_by = await at.make.user()

const survey = async () =>
  (
    await at.db
      .insertInto('feedback_surveys')
      .values({ title: 'Teaching', created_by, is_anonymous: true, status: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const said: string[] = []
const sealing = { key: randomBytes(32), warn: (line: string) => said.push(line) }
interface More {
  sendKey?: string
  isOneOfSeveral?: boolean
  answers?: Record<string, string>
  by?: typeof sealing
}

const answer = (surveyId: number, studentId: number, { answers, by = sealing, ...more }: More = {}) =>
  at.plainDb.transaction().execute((tx) =>
    keepAnonymousResponse(
      tx,
      {
        surveyId,
        studentId,
        sendKey: more.sendKey ?? randomUUID(),
        answers: answers ?? { 1: `by ${studentId}` },
        isOneOfSeveral: more.isOneOfSeveral ?? false,
      },
      by,
    ),
  )
const close = (surveyId: number) => at.plainDb.transaction().execute((tx) => showWaiting(tx, surveyId, sealing))

const shown = async (surveyId: number) =>
  (
    await sql<{ id: string; author: string; xmin: string; place: string }>`
      select id, answers ->> '1' as author, xmin::text, ctid::text as place
      from feedback_anonymous_responses where feedback_survey_id = ${surveyId} order by ctid`.execute(at.db)
  ).rows
const waiting = async (surveyId: number) =>
  (
    await sql<{ id: string; sealed: Buffer; xmin: string; place: string }>`
      select id, sealed, xmin::text, ctid::text as place
      from feedback_waiting_responses where feedback_survey_id = ${surveyId} order by ctid`.execute(at.db)
  ).rows
/** Whose responses there are, those that wait opened with the key. */
async function authorsOf(surveyId: number): Promise<string[]> {
  const opened = (await waiting(surveyId)).map(({ sealed }) => {
    const packed = unseal(sealed, surveyId, sealing.key)
    return packed ? JSON.parse(unpack(packed))['1'] : 'lost'
  })
  return [...(await shown(surveyId)).map(({ author }) => author), ...opened].toSorted()
}
const participants = (surveyId: number) =>
  at.db.selectFrom('feedback_participants').selectAll().where('feedback_survey_id', '=', surveyId).executeTakeFirst()
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n)
const named = (ids: readonly number[]) => ids.map((one) => `by ${one}`)

test('a student answers once, however many do at once', async () => {
  const id = await survey()
  const first = await Promise.all(numbers(30).map(() => answer(id, 101)))
  expect(first.toSorted()).toEqual([...Array(29).fill('answered'), 'kept'])
  const others = await Promise.all(numbers(30, 200).map((student) => answer(id, student)))
  expect(new Set(others)).toEqual(new Set(['kept']))
  expect(await authorsOf(id)).toEqual(named([101, ...numbers(30, 200)]).toSorted())
  expect(await participants(id)).toMatchObject({ student_ids: [101, ...numbers(30, 200)], send_keys: [] })
})

test('where a student answers several times, each sending counts once', async () => {
  const id = await survey()
  const keys = numbers(12).map(() => randomUUID())
  const send = (sendKey: string) => answer(id, 101, { sendKey, isOneOfSeveral: true, answers: { 1: sendKey } })
  const outcomes = await Promise.all([...keys, ...keys, ...keys].map(send))
  expect(new Set(outcomes)).toEqual(new Set(['kept']))
  expect(await authorsOf(id)).toEqual(keys.toSorted())
  expect(await participants(id)).toMatchObject({ student_ids: [101], send_keys: keys.toSorted() })
})

test('results begin with five students, and no two of them differ by fewer than five responses', async () => {
  const id = await survey()
  const counts: number[] = []
  for (const n of numbers(22)) {
    await answer(id, n)
    counts.push((await shown(id)).length)
    expect(await authorsOf(id)).toEqual(named(numbers(n)).toSorted())
  }
  expect(counts).toEqual([0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 15, 15, 15])
  await close(id)
  expect([(await shown(id)).length, await waiting(id)]).toEqual([22, []])
  // Opened again, the next ones wait anew, and too few of them are never told.
  for (const n of numbers(4, 23)) await answer(id, n)
  await close(id)
  expect([(await shown(id)).length, (await waiting(id)).length]).toEqual([22, 4])

  const few = await survey()
  for (const n of numbers(4)) await answer(few, n)
  for (const _ of numbers(60)) await answer(few, 1, { isOneOfSeveral: true })
  await close(few)
  expect([(await shown(few)).length, (await waiting(few)).length]).toEqual([0, 64])
  // What one student has sent many times is not held up for ever.
  await answer(few, 5)
  await answer(few, 6)
  expect((await shown(few)).length).toBeGreaterThan(50)
  await close(few)
  expect(await authorsOf(few)).toEqual(named([...numbers(6), ...Array(60).fill(1)]).toSorted())
})

test('those that wait are sealed anew with each that comes: no number, place or transaction is as before', async () => {
  const id = await survey()
  let before: Awaited<ReturnType<typeof waiting>> = []
  const newest: number[] = []
  for (const n of numbers(60)) {
    const answers = { 1: `by ${n}`, 2: 'x'.repeat(n % 2 ? 3 : 3000) }
    await answer(id, n, { answers })
    const rows = await waiting(id)
    expect(rows.length).toBeLessThan(10)
    const kept = new Set(before.flatMap((row) => [row.id, row.xmin, row.sealed.toString('hex')]))
    for (const row of rows)
      expect([row.id, row.xmin, row.sealed.toString('hex')].filter((one) => kept.has(one))).toEqual([])
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBeLessThanOrEqual(1)
    expect(new Set(rows.map(({ sealed }) => sealed.length)).size).toBeLessThanOrEqual(1)
    expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).toSorted())
    const last = rows.findIndex(({ sealed }) =>
      unpack(unseal(sealed, id, sealing.key) ?? Buffer.of()).includes(`by ${n}"`),
    )
    // Of nine places: the first, the last or any other one.
    if (rows.length === 9) newest.push(last)
    before = rows
  }
  expect(new Set(newest).size).toBeGreaterThan(3)
})

test('what can’t be opened any more waits until the next step, and is dropped with a line', async () => {
  const id = await survey()
  const other = { key: randomBytes(32), warn: sealing.warn }
  for (const n of numbers(8)) await answer(id, n, { by: other })
  expect((await waiting(id)).length).toBe(3)
  for (const n of numbers(9, 9)) await answer(id, n)
  expect([(await shown(id)).length, (await waiting(id)).length, said.length]).toEqual([5, 12, 0])
  await answer(id, 18)
  expect([(await shown(id)).length, (await waiting(id)).length]).toEqual([10, 5])
  expect(said.splice(0)).toEqual([
    '3 of the sealed responses to an anonymous survey are lost: they were sealed with another key than that of responses-key.txt.',
  ])
  expect(await authorsOf(id)).toEqual(named([...numbers(5), ...numbers(10, 9)]).toSorted())
})

/** How many stand at the same place in both lists. */
const matches = (left: readonly string[], right: readonly string[]) => left.filter((one, n) => one === right[n]).length

test('who has the whole database joins nobody with an answer any better than by chance', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => student()))
  const id = await survey()
  // In an order of their own, each straight after a call that leaves the time in the login.
  const order = people.toSorted(() => Math.random() - 0.5)
  for (const { id: studentId, caller } of order) {
    expect((await caller.get('/dashboard')).status).toBeLessThan(500)
    await answer(id, studentId)
  }
  const rows = await shown(id)
  const authors = (by: (a: (typeof rows)[number], b: (typeof rows)[number]) => number) =>
    rows.toSorted(by).map(({ author }) => author)
  const users = await sql<{ id: number }>`select students.id from students join users on users.id = students.user_id
    where students.id = any(${people.map((one) => one.id)}) order by (select max(l.xmin::text::bigint) from logins l
      where l.user_id = users.id), users.xmin::text::bigint`.execute(at.db)
  const guesses = {
    'the order of submitting': named(order.map((one) => one.id)),
    'the order of the ids': named(people.map((one) => one.id).toSorted((a, b) => a - b)),
    'the last logins': named(users.rows.map((one) => one.id)),
  }
  const looks = {
    'their places': authors(() => 0),
    'their ids': authors((a, b) => (a.id < b.id ? -1 : 1)),
    'their transactions': authors((a, b) => Number(a.xmin) - Number(b.xmin)),
    'their transactions, the last first': authors((a, b) => Number(b.xmin) - Number(a.xmin)),
  }
  // Of forty in any order one stands right by chance; more than seven do once in ten thousand.
  for (const [guess, guessed] of Object.entries(guesses))
    for (const [look, seen] of Object.entries(looks)) {
      expect(matches(guessed, seen), `${guess} by ${look}`).toBeLessThan(8)
      expect(matches(guessed.toReversed(), seen), `${guess} backwards by ${look}`).toBeLessThan(8)
    }
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
})

test('of more than are mixed at once, each has many of its transaction', async () => {
  const id = await survey()
  for (const n of numbers(235)) await answer(id, n)
  const rows = await shown(id)
  expect(rows).toHaveLength(230)
  const newest = Math.max(...rows.map(({ xmin }) => Number(xmin)))
  expect(rows.filter(({ xmin }) => Number(xmin) === newest).length).toBeGreaterThan(200)
})
