import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { keepAnonymousResponse, showResponses } from './anonymous.writes.ts'
import { shuffled, unpack, unseal } from './sealing.rules.ts'

const { at } = await furnished()
const created_by = await at.make.user()
const survey = () => at.make.survey({ created_by, is_anonymous: true })

const said: string[] = []
const sealing = { key: randomBytes(32), warn: (line: string) => said.push(line) }
const DAY = '2026-03-01'

/** Answers as a browser does by default. */
const answer = (
  surveyId: number,
  studentId: number,
  { without = [], ...more }: { severalOn?: string; sendKey?: string; key?: Buffer; without?: string[] } = {},
) =>
  at.plainDb.transaction().execute(async (tx) => {
    for (const way of without) await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(tx)
    const answers = { 1: `by ${studentId}`, 2: 'x'.repeat(studentId % 2 ? 3 : 3000) }
    const submission = { surveyId, studentId, sendKey: randomUUID(), answers, sent: 16_384 }
    return keepAnonymousResponse(tx, { ...submission, ...more }, { ...sealing, ...more })
  })
const show = (surveyId: number, by = sealing) => showResponses(at.plainDb, surveyId, by)

const shown = async (surveyId: number) =>
  (
    await sql<{ id: string; author: string; xmin: string }>`select id, answers ->> '1' as author, xmin::text
      from feedback_anonymous_responses where feedback_survey_id = ${surveyId} order by ctid`.execute(at.db)
  ).rows
const waiting = async (surveyId: number) =>
  (
    await sql<{ id: string; sealed: Buffer; xmin: string; author?: string }>`select id, sealed, xmin::text
      from feedback_waiting_responses where feedback_survey_id = ${surveyId} order by ctid`.execute(at.db)
  ).rows.map((row) => {
    const packed = unseal(row.sealed, surveyId, sealing.key)
    return { ...row, author: packed ? `${JSON.parse(unpack(packed))['1']}` : 'lost' }
  })
const authorsOf = async (surveyId: number) =>
  [...(await shown(surveyId)), ...(await waiting(surveyId))].map(({ author }) => author).toSorted()
const participants = async (surveyId: number) =>
  (
    await at.db
      .selectFrom('feedback_participants')
      .select(['student_ids', 'day', 'day_ids'])
      .where('feedback_survey_id', '=', surveyId)
      .orderBy('neighbours')
      .execute()
  ).map((row) => Object.values(row))
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n)
const named = (ids: readonly number[]) => ids.map((one) => `by ${one}`).toSorted()

test('a student answers once, however many do at once', async () => {
  const id = await survey()
  const first = await Promise.all(numbers(30).map(() => answer(id, 101)))
  expect(first.toSorted()).toEqual(['kept', ...Array(29).fill('refused')])
  const others = await Promise.all(numbers(30, 200).map((student) => answer(id, student)))
  expect(new Set(others)).toEqual(new Set(['kept']))
  expect(await authorsOf(id)).toEqual(named([101, ...numbers(30, 200)]))
  expect((await participants(id)).map(([ids]) => ids)).toEqual([[101], numbers(24, 200), numbers(6, 224)])
})

test('where a student answers several times, each sending counts once, and twenty a day', async () => {
  const id = await survey()
  const keys = numbers(12).map(() => randomUUID())
  const send = (sendKey: string) => answer(id, 101, { sendKey, severalOn: DAY })
  const outcomes = await Promise.all([...keys, ...keys, ...keys].map(send))
  expect(outcomes.toSorted()).toEqual([...Array(12).fill('kept'), ...Array(24).fill('repeated')])
  const more = await Promise.all(numbers(10).map(() => answer(id, 101, { severalOn: DAY })))
  expect(more.toSorted()).toEqual([...Array(8).fill('kept'), 'refused', 'refused'])
  expect(await answer(id, 102, { severalOn: DAY })).toBe('kept')
  expect(await participants(id)).toEqual([[[101, 102], DAY, [...Array(20).fill(101), 102]]])
  expect(await answer(id, 101, { severalOn: '2026-03-02' })).toBe('kept')
  expect(await participants(id)).toEqual([[[101, 102], '2026-03-02', [101]]])
  expect(await authorsOf(id)).toEqual(named([...Array(21).fill(101), 102]))
})

test('at the end all are opened at once, in a new order and under new numbers, and nothing else is left', async () => {
  const id = await survey()
  for (const n of numbers(120)) await answer(id, n, n % 2 ? {} : { severalOn: DAY })
  const before = await waiting(id)
  await Promise.all([show(id), show(id), show(id)])
  const rows = await shown(id)
  expect(rows.map(({ author }) => author).toSorted()).toEqual(named(numbers(120)))
  expect(await waiting(id)).toEqual([])
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
  expect(new Set(rows.map((row) => row.id)).isDisjointFrom(new Set(before.map((row) => row.id)))).toBe(true)
  const placeOf = new Map(before.map(({ author }, place) => [author, place]))
  const steps = rows.filter(
    ({ author }, n) => placeOf.get(author) === (placeOf.get(rows[n - 1]?.author ?? '') ?? -9) + 1,
  )
  // Steps count responses in the order in which they waited. More than nine of 119 are by chance in that order less
  // than once in a million.
  expect(steps.length).toBeLessThan(10)
  expect((await participants(id)).map(([, ...day]) => day)).toEqual(Array(4).fill([null, []]))
  const keys = at.db.selectFrom('feedback_send_keys').select('send_key').where('feedback_survey_id', '=', id)
  expect(await keys.execute()).toEqual([])
})

test('fewer than five are not opened, and stay as they are', async () => {
  const id = await survey()
  for (const n of numbers(4)) await answer(id, n)
  const before = await waiting(id)
  await show(id)
  expect([await shown(id), await waiting(id)]).toEqual([[], before])
})

test('what was shown by the rule of before stays, and what waited then comes to it', async () => {
  const id = await survey()
  for (const n of numbers(5)) await at.make.anonymousResponse(id, { 1: `by ${n}` })
  for (const n of numbers(4, 6)) await answer(id, n)
  await show(id)
  expect([(await shown(id)).length, await authorsOf(id)]).toEqual([9, named(numbers(9))])
})

test('what can’t be opened any more stays while it is of too few others, and else is dropped with a line', async () => {
  const id = await survey()
  const other = { ...sealing, key: randomBytes(32) }
  for (const n of numbers(6)) await answer(id, n, other)
  for (const n of numbers(4, 10)) await answer(id, n)
  await show(id)
  expect([await shown(id), (await waiting(id)).length, said]).toEqual([[], 10, []])
  // The key has come back.
  await show(id, other)
  expect([(await shown(id)).length, (await waiting(id)).length]).toEqual([6, 0])
  expect(said.splice(0)).toEqual([
    '4 of the sealed responses to an anonymous survey are lost: they were sealed with another key than that of responses-key.txt.',
  ])
})

test('a response is written with four others, all of them anew, and none of the five is told from the others', async () => {
  const id = await survey()
  let before: Awaited<ReturnType<typeof waiting>> = []
  const places = new Map<number, number>()
  for (const n of numbers(80)) {
    await answer(id, n)
    const rows = await waiting(id)
    const known = new Set(before.map((row) => row.id))
    const fresh = rows.filter((row) => !known.has(row.id))
    expect([rows.length, fresh.length]).toEqual([n, Math.min(n, 5)])
    const traces = new Set(before.flatMap((row) => [row.xmin, row.sealed.toString('hex')]))
    expect(fresh.filter((row) => traces.has(row.xmin) || traces.has(row.sealed.toString('hex')))).toEqual([])
    expect(new Set(fresh.map(({ xmin, sealed }) => `${xmin} ${sealed.length}`)).size).toBe(1)
    expect(fresh.map((row) => row.id)).toEqual(fresh.map((row) => row.id).toSorted())
    const place = fresh.findIndex(({ author }) => author === `by ${n}`)
    places.set(place, (places.get(place) ?? 0) + 1)
    before = rows
  }
  // Sixteen in each of five places; more than four times the usual distance from it is once in ten thousand.
  for (const place of [0, 1, 2, 3, 4]) expect(Math.abs((places.get(place) ?? 0) - 16)).toBeLessThan(16)
}, 60_000)

test('no more than four others are written anew, in whatever way the database finds them', async () => {
  const id = await survey()
  const without = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'bitmapscan', 'indexscan']
  for (const n of numbers(12)) {
    const known = new Set((await waiting(id)).map((row) => row.id))
    await answer(id, n, { without })
    const rows = await waiting(id)
    expect([rows.length, rows.filter((row) => !known.has(row.id)).length]).toEqual([n, Math.min(n, 5)])
  }
})

test('no other is waited for, and none is lost, when many are written at once', async () => {
  const id = await survey()
  for (const n of numbers(20)) await answer(id, n)
  await at.plainDb.transaction().execute(async (tx) => {
    await sql`select from feedback_waiting_responses where feedback_survey_id = ${id} limit 18 for update`.execute(tx)
    await Promise.all(shuffled(numbers(5, 1000)).map((n) => answer(id, n * 32)))
  })
  await Promise.all(numbers(60, 2000).map((n) => answer(id, n)))
  expect(await authorsOf(id)).toEqual(
    named([...numbers(20), ...numbers(5, 1000).map((n) => n * 32), ...numbers(60, 2000)]),
  )
})
