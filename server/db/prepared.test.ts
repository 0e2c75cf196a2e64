import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect, type OpenDatabase } from './open.ts'

const HOT = 'select 1 as hot'
let opened: OpenDatabase

beforeEach(() => {
  opened = connect({ ...inject('cluster').config, max: 1 })
})
afterEach(() => opened.close())

const ask = async (text: string) => (await opened.db.executeQuery<{ one: unknown }>(CompiledQuery.raw(text))).rows
const textsNamed = async () =>
  (await opened.pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  )

/** Every combination of filters is a text of its own. */
async function askCombinations(from: number, to: number) {
  for (let number = from; number < to; number += 1) await ask(`select ${number} as one where true`)
}

test('a read is named once, whoever asks it', async () => {
  await ask(HOT)
  await ask(HOT)
  await ask('show timezone')
  expect(await textsNamed()).toEqual([HOT])
})

test('combinations of filters without end: the names of a connection stay bounded, and a hot read has one', async () => {
  let most = 0
  for (let round = 0; round < 6; round += 1) {
    await askCombinations(round * 100, round * 100 + 100)
    most = Math.max(most, (await textsNamed()).length)
  }
  expect(most).toBeGreaterThan(90)
  expect(most).toBeLessThanOrEqual(250)
  // At the latest on the next connection, which comes when the names of this one are used up.
  await expect
    .poll(async () => {
      await ask(HOT)
      return textsNamed()
    })
    .toContain(HOT)
  await askCombinations(1000, 1010)
  await ask(HOT)
  expect(await textsNamed()).toContain(HOT)
})

test('a connection on which a transaction was left open does not come back', async () => {
  const pidOf = async () => (await opened.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const first = await pidOf()
  await ask('begin')
  expect(await pidOf()).not.toBe(first)
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
})
