import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { unfurnished } from '../testing/college.ts'
import { listening, speak } from '../testing/sockets.ts'
import { PersonTurns, type WaitingCall } from './person-turns.ts'

/** More connections to the database than one person may have calls at work. */
const at = await unfurnished({ connections: { max: 20 } })
beforeEach(() => {
  at.app.turns.usual = new PersonTurns()
})
const port = await listening(at.app)

/** Does `meanwhile` while nobody can read a table, and then lets them. */
async function whileTableWaits(table: string, meanwhile: () => Promise<void>): Promise<void> {
  await at.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    await meanwhile()
  })
}
const whileBatchesWait = (meanwhile: () => Promise<void>) => whileTableWaits('batches', meanwhile)
/** Counts the app's statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(at.db)
  return rows[0]?.n ?? 0
}

// The PgBouncer of the tests lets fewer statements work than one person has turns.
describe.skipIf(inject('cluster').pooler !== undefined)('calls of one person', () => {
  test('are sixteen at work: all others of theirs wait, and nobody else does', async () => {
    const [busy, other] = [await at.as('admin'), await at.as('clerk')]
    const answers: Promise<{ status: number }>[] = []
    await whileBatchesWait(async () => {
      for (let n = 0; n < 40; n += 1) answers.push(busy.get('/batches'))
      await expect.poll(waiting).toBe(16)
      expect((await other.get('/departments')).status).toBe(200)
      expect((await busy.get('/auth/me')).status).toBe(200)
      expect(await waiting()).toBe(16)
    })
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('that nobody waits for any more give their turn back, once what they began has ended', async () => {
    const userId = await at.make.person('admin')
    const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, 'test'))
    const ask = `GET /api/batches HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`
    let answer: Promise<{ status: number }> | undefined
    await whileBatchesWait(async () => {
      const sockets = await Promise.all(Array.from({ length: 24 }, () => speak(port)))
      for (const { send } of sockets) send(ask)
      await expect.poll(waiting).toBe(16)
      for (const { socket } of sockets) socket.destroy()
      answer = (await at.of(userId)).get('/departments')
      expect(await Promise.race([answer, at.nobody.get('/health').then(() => 'waits')])).toBe('waits')
      expect(await waiting()).toBe(16)
    })
    expect((await answer)?.status).toBe(200)
  })

  test('take no turn when their sender has gone before the login was found', async () => {
    const userId = await at.make.person('admin')
    const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, 'test'))
    const ask = `GET /api/departments HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`
    await whileTableWaits('logins', async () => {
      const sockets = await Promise.all(Array.from({ length: 24 }, () => speak(port)))
      for (const { send } of sockets) send(ask)
      await expect.poll(waiting).toBeGreaterThan(0)
      const gone = sockets.map(({ socket }) => once(socket, 'close'))
      for (const { socket } of sockets) socket.destroy()
      await Promise.all(gone)
      // The server hears of it by the next calls.
      for (let n = 0; n < 3; n += 1) await at.nobody.get('/nothing')
    })
    expect((await (await at.of(userId)).get('/departments')).status).toBe(200)
  })
})

describe('turns', () => {
  const ONE = { alone: 1, besideOthers: 1, ofMany: { waiting: 8, atWork: 1 } }
  const waiting: WaitingCall[] = []
  const here = (): WaitingCall => {
    const leaving = {}
    waiting.push(leaving)
    return leaving
  }
  // A call that still waits would be refused while another test runs.
  afterEach(() => {
    for (const leaving of waiting.splice(0)) leaving.leave?.()
  })

  test('are given in order, to each person their own', async () => {
    const turns = new PersonTurns(ONE)
    const order: string[] = []
    const over = await turns.take(1, here())
    const later = ['first', 'second'].map(async (name) => {
      const leave = await turns.take(1, here())
      order.push(name)
      leave?.()
    })
    ;(await turns.take(2, here()))?.()
    expect(order).toEqual([])
    over?.()
    over?.()
    await Promise.all(later)
    expect(order).toEqual(['first', 'second'])
  })

  test('are few for who has many waiting while others call, and more for all others', async () => {
    const turns = new PersonTurns({ othersMs: 60_000 })
    const begun: (() => void)[] = []
    const ask = (who: number) =>
      void Promise.resolve(turns.take(who, here())).then((over) => begun.push(over as () => void))
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    for (let n = 0; n < 128; n += 1) ask(1)
    await settled()
    expect(begun).toHaveLength(16)
    const busy = begun.splice(0)
    for (let n = 0; n < 8; n += 1) ask(2)
    await settled()
    expect(begun.splice(0)).toHaveLength(8)
    // Its sixteen are not followed by any until two are left.
    for (let left = 15; left >= 2; left -= 1) busy.pop()?.()
    await settled()
    expect(begun).toHaveLength(0)
    busy.pop()?.()
    await settled()
    expect(begun).toHaveLength(1)
  })

  test('are more again once nobody else calls', async () => {
    const turns = new PersonTurns({ othersMs: 0 })
    const overs = await Promise.all(Array.from({ length: 16 }, () => turns.take(1, here())))
    ;(await turns.take(2, here()))?.()
    const later = Array.from({ length: 40 }, () => turns.take(1, here()))
    for (const over of overs) over?.()
    expect(await Promise.all(later.slice(0, 16))).toHaveLength(16)
  })

  test('are not kept for who has gone', async () => {
    const turns = new PersonTurns(ONE)
    const over = await turns.take(1, here())
    const gone = here()
    const taken = turns.take(1, gone)
    const next = turns.take(1, here())
    gone.leave?.()
    expect(await taken).toBeUndefined()
    over?.()
    expect(await next).toBeTypeOf('function')
  })

  test('are waited for by some only, and not for ever', async () => {
    const turns = new PersonTurns({ ...ONE, waiting: 1, patienceMs: 30 })
    await turns.take(1, here())
    const waits = turns.take(1, here())
    expect(() => turns.take(1, here())).toThrow(expect.objectContaining({ status: 429 }))
    await expect(waits).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  })
})
