import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { logRows, MOST, type SecurityEvent } from './security-log-rows.ts'
import { openSecurityLog, sweepSecurityLog } from './security-log-store.ts'

const START = Date.parse('2026-03-10T09:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000)
const failure = (more: Partial<SecurityEvent> = {}): SecurityEvent => ({
  kind: 'sign-in-failed',
  user: undefined,
  typed: 'a@college.test',
  address: '10.0.0.1',
  device: 'curl/8',
  detail: null,
  ...more,
})
const signIn = (typed: string) => failure({ kind: 'sign-in', typed })
const person = (id: number) => ({ id, name: `Person ${id}`, email: `p${id}@college.test` })
const sum = (rows: { times: number }[]) => rows.reduce((total, { times }) => total + times, 0)

describe('rows are bounded', () => {
  test('equal events of a minute are one row; the next minute begins another', () => {
    const rows = logRows()
    for (const second of [0, 1, 59, 60]) rows.add(failure(), at(second))
    expect(rows.changed().map(({ times, at: began, lastAt }) => [times, began, lastAt])).toEqual([
      [3, at(0), at(59)],
      [1, at(60), at(60)],
    ])
  })

  test('one address makes a few rows and one that counts the rest, also from all of its /64', () => {
    for (const [addressOf, further] of [
      [() => '10.0.0.1', '10.0.0.1'],
      [(n: number) => `2001:db8:0:7::${n.toString(16)}`, '2001:db8:0:7::/64'],
    ] as const) {
      const rows = logRows()
      for (let n = 0; n < 90; n++) rows.add(failure({ typed: `n${n}@college.test`, address: addressOf(n) }), at(1))
      const made = rows.changed()
      expect([made.length, sum(made)]).toEqual([MOST.fromOne + 1, 90])
      expect(made.at(-1)).toMatchObject({ address: further, typed: undefined, device: null, times: 70 })
    }
  })

  test('a thousand addresses make no more than the strangers’ share, and no more in a day than a day’s', () => {
    const rows = logRows()
    for (let n = 0; n < 1000; n++) rows.add(failure({ address: `10.1.${n >> 8}.${n & 255}` }), at(1))
    const made = rows.changed()
    expect([made.length, sum(made)]).toEqual([MOST.fromStrangers + 1, 1000])
    for (let minute = 1; minute < 120; minute++)
      for (let n = 0; n < 101; n++) rows.add(failure({ address: `10.2.0.${n}` }), at(minute * 60))
    // Beyond the day's share each minute has one row, which counts the rest.
    const all = rows.changed()
    expect(sum(all)).toBe(1000 + 119 * 101)
    expect(all.length).toBeLessThanOrEqual(MOST.inDay + 120)
  })

  test('nobody’s flood takes the place of a sign-in, or of what a person was refused', () => {
    const rows = logRows()
    for (let n = 0; n < 5000; n++) {
      rows.add(failure({ address: `10.1.${n >> 8}.${n & 255}` }), at(1))
      rows.add(failure({ kind: 'refused', typed: undefined, address: `10.1.${n >> 8}.${n & 255}` }), at(1))
    }
    for (let n = 0; n < 300; n++) rows.add(signIn(`s${n}@college.test`), at(2))
    rows.add(failure({ kind: 'refused', user: person(7), detail: 'GET /api/audit' }), at(2))
    const made = rows.changed()
    expect(made.filter(({ kind, typed, times }) => kind === 'sign-in' && typed && times === 1)).toHaveLength(300)
    expect(made.filter(({ user }) => user?.id === 7)).toMatchObject([{ detail: 'GET /api/audit', device: 'curl/8' }])
  })

  test('a person who signs in again and again from ever other addresses is told by name in one last row', () => {
    const rows = logRows()
    for (let n = 0; n < 60; n++)
      rows.add({ ...signIn(n % 2 ? 'A@college.test' : 'a@college.test'), address: `::${n}` }, at(1))
    const made = rows.changed()
    expect([made.length, sum(made)]).toEqual([MOST.fromOne + 1, 60])
    expect(made.at(-1)).toMatchObject({ kind: 'sign-in', typed: 'a@college.test', address: null, times: 40 })
  })
})

describe('rows are stored', () => {
  let app: TestApp
  const lines: object[] = []
  const log = { warn: (line: object) => void lines.push(line) } as Parameters<typeof openSecurityLog>[1]
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())
  const stored = () => app.db.selectFrom('security_log').selectAll().orderBy('id').execute()
  const empty = () => app.db.deleteFrom('security_log').execute()

  test('soon and by themselves, further ones counted in the row that is there', async () => {
    await empty()
    const security = openSecurityLog(app.db, log)
    security.note(failure())
    await expect.poll(stored).toHaveLength(1)
    for (let n = 0; n < 50; n++) security.note(failure())
    // There is a row a minute, and a minute may have ended in between.
    await expect.poll(async () => sum(await stored())).toBe(51)
    expect((await stored()).length).toBeLessThanOrEqual(2)
    await security.close()
  })

  test('before the server is closed', async () => {
    const other = await testApp()
    try {
      other.app.securityLog.note(failure())
      await other.app.close()
      expect(await other.db.selectFrom('security_log').selectAll().execute()).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  test('or told in the log of the process while the database does not take them, without what was typed', async () => {
    await empty()
    lines.length = 0
    const security = openSecurityLog(app.db, log)
    await sql`alter table security_log rename to security_log_away`.execute(app.db)
    security.note(failure({ typed: 'Secret@college.test' }))
    await security.written()
    await sql`alter table security_log_away rename to security_log`.execute(app.db)
    expect(lines.at(-1)).toMatchObject({ security: { kind: 'sign-in-failed', address: '10.0.0.1', times: 1 } })
    expect(JSON.stringify(lines.at(-1))).not.toContain('Secret')
    security.note(failure())
    await security.close()
    expect(await stored()).toMatchObject([{ times: 1 }])
  })

  test('for as many days as are set', async () => {
    await empty()
    const values = [1, 179, 181].map((days) => {
      const then = new Date(Date.now() - days * 24 * 3600 * 1000)
      return { at: then, last_at: then, kind: 'sign-in' as const, detail: `${days} days` }
    })
    await app.db.insertInto('security_log').values(values).execute()
    await sweepSecurityLog(app.db, 180)
    expect((await stored()).map(({ detail }) => detail)).toEqual(['1 days', '179 days'])
    await sweepSecurityLog(app.db, 30)
    expect((await stored()).map(({ detail }) => detail)).toEqual(['1 days'])
  })
})
