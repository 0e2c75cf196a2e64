import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { keepAnonymousResponse, showWaiting } from './anonymous.writes.ts'
import { shuffled, unpack, unseal } from './sealing.rules.ts'

const { at } = await furnished()
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
  expect(await participants(id)).toMatchObject({ student_ids: [101, ...numbers(30, 200)] })
})

test('what is sent again is kept once, and another one of the student is none', async () => {
  const id = await survey()
  const keys = numbers(3).map(() => randomUUID())
  const send = (student: number, sendKey?: string) => answer(id, student, sendKey ? { sendKey } : {})
  for (const outcome of ['kept', 'repeated', 'repeated'])
    expect(await Promise.all(keys.map((key, n) => send(300 + n, key)))).toEqual(Array(3).fill(outcome))
  expect(await send(300)).toBe('answered')
  expect(await authorsOf(id)).toEqual(named([300, 301, 302]))
  expect(await participants(id)).toMatchObject({ student_ids: [300, 301, 302], send_keys: keys.toSorted() })
})

test('where a student answers several times, each sending counts once', async () => {
  const id = await survey()
  const keys = numbers(12).map(() => randomUUID())
  const send = (sendKey: string) => answer(id, 101, { sendKey, isOneOfSeveral: true, answers: { 1: sendKey } })
  const outcomes = await Promise.all([...keys, ...keys, ...keys].map(send))
  expect(outcomes.toSorted()).toEqual([...Array(12).fill('kept'), ...Array(24).fill('repeated')])
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
  for (const n of numbers(4)) await answer(few, n, { isOneOfSeveral: true })
  for (const _ of numbers(60)) await answer(few, 1, { isOneOfSeveral: true })
  await close(few)
  expect([(await shown(few)).length, (await waiting(few)).length]).toEqual([0, 64])
  // What one student has sent many times is not held up for ever.
  for (const n of numbers(6, 5)) await answer(few, n, { isOneOfSeveral: true })
  expect((await shown(few)).length).toBeGreaterThan(50)
  await close(few)
  expect(await authorsOf(few)).toEqual(named([...numbers(10), ...Array(60).fill(1)]).toSorted())
})

test('where a student answers several times, every step is of five students', async () => {
  const id = await survey()
  const isOneOfSeveral = true
  const counts: number[] = []
  const send = async (...students: number[]) => {
    for (const one of students) await answer(id, one, { isOneOfSeveral })
    counts.push((await shown(id)).length)
  }
  await send(...numbers(5))
  await send(...Array(20).fill(1))
  // At the end neither.
  await close(id)
  expect((await shown(id)).length).toBe(5)
  await send(2, 3, 4)
  await send(5)
  expect(counts).toEqual([5, 5, 5, 24])
  // The rest of a step is of those five too.
  await close(id)
  expect([(await shown(id)).length, await participants(id)]).toMatchObject([29, { recent_ids: [] }])
})

test('what is shown is under new numbers with each step, whether it was shown before or not', async () => {
  const id = await survey()
  for (const n of numbers(14)) await answer(id, n)
  const before = new Set((await shown(id)).map((row) => row.id))
  await answer(id, 15)
  const after = await shown(id)
  expect(before.size).toBe(5)
  expect(after).toHaveLength(10)
  expect(after.filter((row) => before.has(row.id))).toEqual([])
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
  expect(new Set(newest).size).toBeGreaterThan(2)
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

test('of the first five nobody is told by place or number, and the sixth can’t be read', async () => {
  const rounds = 60
  const right = { 'their places': 0, 'their numbers': 0, 'the others’ places': 0 }
  for (const _ of numbers(rounds)) {
    const id = await survey()
    const order = shuffled(numbers(6))
    for (const one of order) await answer(id, one)
    const rows = await shown(id)
    const places = rows.map(({ author }) => author)
    const byNumber = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ author }) => author)
    const came = named(order.slice(0, 5))
    expect(places.toSorted()).toEqual(came.toSorted())
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
    const count = (seen: readonly string[]) => seen.filter((one, n) => one === came[n]).length
    right['their places'] += count(places)
    right['their numbers'] += count(byNumber)
    right['the others’ places'] += count(places.toReversed())
  }
  // Of five in any order one stands right by chance. More than 110 of sixty times five do once in a billion.
  for (const [look, count] of Object.entries(right)) expect(count, look).toBeLessThan(110)
}, 60_000)

test('of more than are mixed at once, each has many of its transaction, and the newest waits as often as not', async () => {
  const id = await survey()
  let atOnce = 0
  for (const n of numbers(235)) {
    await answer(id, n)
    if (n > 10 && n % 5 === 0 && (await shown(id)).some(({ author }) => author === `by ${n}`)) atOnce += 1
  }
  const rows = await shown(id)
  // Any five of ten: of 45 times the newest one is among them about every other time, fewer than five times never.
  expect(Math.abs(atOnce - 22.5)).toBeLessThan(18)
  expect(rows).toHaveLength(230)
  const newest = Math.max(...rows.map(({ xmin }) => Number(xmin)))
  expect(rows.filter(({ xmin }) => Number(xmin) === newest).length).toBeGreaterThan(200)
})
