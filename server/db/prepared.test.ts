import { CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect, type OpenDatabase } from './open.ts'
import { withNext } from './prepared.ts'
import type { Tx } from './types.ts'

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

test('so is one that is written over several lines', async () => {
  const written = `
    with given as (select 1 as one)
    select one from given`
  await ask(written)
  expect(await textsNamed()).toEqual([written])
})

test('and a write, but for one of several rows, whose text is another for each number of them', async () => {
  await makeTable()
  const writes = ['insert into kept values (1)', 'update kept set one = 2', 'delete from kept where one = 1']
  for (const write of [...writes, 'insert into kept values (3), (4)']) await ask(write)
  expect((await textsNamed()).sort()).toEqual(writes.sort())
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

const pidOf = async () => (await opened.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

test('a connection on which a transaction was left open does not come back', async () => {
  const first = await pidOf()
  await opened.db.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('begin'))
    await connection.executeQuery(CompiledQuery.raw('select 1 as one'))
  })
  expect(await pidOf()).not.toBe(first)
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
})

/** Notes what goes to the server, packet by packet. */
async function packets(work: () => Promise<unknown>): Promise<number> {
  const client = await opened.pool.connect()
  const { stream } = client.connection
  let sent = 0
  const writev = stream._writev?.bind(stream)
  stream._writev = (chunks, done) => {
    sent += 1
    writev?.(chunks, done)
  }
  const write = stream._write.bind(stream)
  stream._write = (chunk, encoding, done) => {
    sent += 1
    write(chunk, encoding, done)
  }
  client.release()
  await work()
  return sent
}

const kept = async () => (await ask('select one from kept order by one')).map(({ one }) => one)
const keep = (tx: Tx, one: number) => withNext(tx, sql`insert into kept values (${one})`)
const makeTable = () => ask('create temporary table kept (one integer primary key)')

test('a transaction begins with its first read, and a statement goes with the next one or the commit', async () => {
  await makeTable()
  const transaction = () =>
    opened.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await keep(tx, 1)
      expect((await sql<{ one: number }>`select one from kept`.execute(tx)).rows).toEqual([{ one: 1 }])
      await keep(tx, 2)
    })
  expect(await packets(transaction)).toBe(3)
  expect(await kept()).toEqual([1, 2])
})

test('one that asks nothing sends nothing', async () => {
  expect(await packets(() => opened.db.transaction().execute(async () => undefined))).toBe(0)
  const failed = () => opened.db.transaction().execute(() => Promise.reject(new Error('no')))
  expect(await packets(() => failed().catch(() => undefined))).toBe(0)
})

test('what fails is thrown by the statement that it went with, also by the commit, and nothing is kept', async () => {
  await makeTable()
  await ask('insert into kept values (1)')
  const twice = { code: '23505' }
  const withRead = opened.db.transaction().execute(async (tx) => {
    await keep(tx, 2)
    await keep(tx, 1)
    await sql`select 1`.execute(tx)
  })
  await expect(withRead).rejects.toMatchObject(twice)
  const withCommit = opened.db.transaction().execute(async (tx) => {
    await keep(tx, 3)
    await keep(tx, 1)
  })
  await expect(withCommit).rejects.toMatchObject(twice)
  expect(await kept()).toEqual([1])
})

test('what is taken back before it was sent is not done', async () => {
  await makeTable()
  const failed = opened.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await keep(tx, 1)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await kept()).toEqual([])
})

test('a transaction whose beginning fails has done nothing', async () => {
  await makeTable()
  const wrong = opened.db.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('start transaction isolation level no such'))
    await connection.executeQuery(CompiledQuery.raw('insert into kept values (1)'))
  })
  await expect(wrong).rejects.toMatchObject({ code: '42601' })
  expect(await kept()).toEqual([])
})

test('a connection whose server only reads any more does not go back to the pool', async () => {
  const pid = async () => (await ask('select pg_backend_pid() as one'))[0]?.one
  const first = await pid()
  expect(await pid()).toBe(first)
  await ask('set default_transaction_read_only = on')
  expect(await pid()).toBe(first)
  await expect(ask('create table never (id int)')).rejects.toMatchObject({ code: '25006' })
  expect(await pid()).not.toBe(first)
})
