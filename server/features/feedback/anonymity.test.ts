import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { countWaiting, keepAnonymousResponse } from './anonymous.writes.ts'

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

const answer = (surveyId: number, studentId: number, more: { id?: string; isOneOfSeveral?: boolean } = {}) =>
  at.plainDb.transaction().execute((tx) =>
    keepAnonymousResponse(tx, {
      surveyId,
      studentId,
      id: more.id ?? randomUUID(),
      answers: { 1: `by ${studentId}` },
      isOneOfSeveral: more.isOneOfSeveral ?? false,
    }),
  )

const responses = async (surveyId: number) =>
  (
    await sql<{ id: string; author: string; is_counted: boolean; xmin: string; place: string }>`
      select id, answers ->> '1' as author, is_counted, xmin::text, ctid::text as place
      from feedback_anonymous_responses where feedback_survey_id = ${surveyId} order by ctid`.execute(at.db)
  ).rows
const countedIn = async (surveyId: number) => (await responses(surveyId)).filter(({ is_counted }) => is_counted).length

test('a student answers once, however often the same is sent, and however many do at once', async () => {
  const id = await survey()
  const key = randomUUID()
  const first = await Promise.all([1, 2, 3].map(() => answer(id, 101, { id: key })))
  expect(first).toEqual(['kept', 'kept', 'kept'])
  expect(await Promise.all([answer(id, 101), answer(id, 101)])).toEqual(['answered', 'answered'])
  expect(await answer(id, 102, { id: key })).toBe('taken')
  expect(await answer(id, 101, { id: key, isOneOfSeveral: true })).toBe('kept')
  const others = await Promise.all(Array.from({ length: 30 }, (_, n) => answer(id, 200 + n)))
  expect(new Set(others)).toEqual(new Set(['kept']))
  expect(await responses(id)).toHaveLength(31)
  const [{ student_ids } = { student_ids: [] }] = await at.db
    .selectFrom('feedback_participants')
    .select('student_ids')
    .where('feedback_survey_id', '=', id)
    .execute()
  expect(student_ids).toEqual([101, ...Array.from({ length: 30 }, (_, n) => 200 + n)])
})

test('results begin with five students, and no two of them differ by fewer than five responses', async () => {
  const id = await survey()
  const counted: number[] = []
  for (let n = 1; n <= 22; n += 1) {
    await answer(id, n)
    counted.push(await countedIn(id))
  }
  expect(counted).toEqual([0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 15, 15, 15])
  const close = () => at.plainDb.transaction().execute((tx) => countWaiting(tx, id))
  await close()
  expect(await countedIn(id)).toBe(22)
  // Opened again, the next ones wait anew, and too few of them are never told.
  for (let n = 23; n <= 26; n += 1) await answer(id, n)
  await close()
  expect(await countedIn(id)).toBe(22)

  const few = await survey()
  for (let n = 1; n <= 4; n += 1) await answer(few, n)
  for (let n = 1; n <= 6; n += 1) await answer(few, 1, { isOneOfSeveral: true })
  await at.plainDb.transaction().execute((tx) => countWaiting(tx, few))
  expect(await countedIn(few)).toBe(0)
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
  const rows = await responses(id)
  const authors = (by: (a: (typeof rows)[number], b: (typeof rows)[number]) => number) =>
    rows.toSorted(by).map(({ author }) => author)
  const named = (ids: readonly number[]) => ids.map((one) => `by ${one}`)
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
  for (let n = 1; n <= 230; n += 1) await answer(id, n)
  const rows = await responses(id)
  expect(rows).toHaveLength(230)
  const newest = Math.max(...rows.map(({ xmin }) => Number(xmin)))
  expect(rows.filter(({ xmin }) => Number(xmin) === newest).length).toBeGreaterThan(200)
})
