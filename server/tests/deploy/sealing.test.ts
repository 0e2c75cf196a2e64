import { appendFileSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { headsFile, noteHead, readHeads } from '../../core/trail-heads.ts'
import { checkTrail } from '../../features/audit/trail-check.reads.ts'
import { keepSealing } from '../../sealing.ts'
import { unfurnished } from '../../testing/college.ts'

const at = await unfurnished()
afterEach(() => void vi.useRealTimers())

const write = () =>
  at.plainDb.insertInto('audit').values({ action: 'x', entity: 'task', entity_id: 1, changes: '{}' }).execute()

test('the head is said first, at the end, and when what was sealed is gone', async () => {
  const log: { level: number; msg: string; seal?: number }[] = []
  const sink = new Writable({
    write(line, _encoding, done) {
      log.push(JSON.parse(String(line)))
      done()
    },
  })
  const dataDir = join(at.filesDirectory, 'new')
  const file = headsFile(dataDir)
  const noted = () => readHeads(file).heads.map(({ id }) => id)
  const sealing = keepSealing(at.plainDb, dataDir, pino(sink))

  await sealing.round()
  expect(existsSync(file)).toBe(false)
  await write()
  await sealing.round()
  expect(noted()).toEqual([1])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await write()
  await sealing.round()
  await write()
  await sealing.round()
  // Not each one: an hour has to pass.
  expect(noted()).toEqual([1])

  await at.db.transaction().execute(async (tx) => {
    await sql`alter table audit disable trigger all; alter table audit_seals disable trigger all;
      delete from audit where id = 3; delete from audit_seals where id = 3;
      alter table audit enable trigger all; alter table audit_seals enable trigger all`.execute(tx)
  })
  await sealing.round()
  expect(noted()).toEqual([1, 3])
  expect(log.filter(({ level }) => level === 50)).toMatchObject([
    { seal: 3, msg: expect.stringContaining('run trail:check') },
  ])
  const lines: string[] = []
  await checkTrail(at.plainDb, { heads: readHeads(file).heads, isServed: true }, (line) => lines.push(line))
  expect(lines).toEqual([expect.stringMatching(/^Seal 3 is missing/)])

  await sealing.stop()
  expect(noted()).toEqual([1, 3, 2])
  expect(log.filter(({ msg }) => msg === 'the audit trail is sealed').map(({ seal }) => seal)).toEqual([1, 3, 2])
})

test('it seals every minute, says the head every hour, and nothing twice', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const dataDir = join(at.filesDirectory, 'hours')
  const noted = () => readHeads(headsFile(dataDir)).heads.length
  const seals = async () => (await sql`select id from audit_seals`.execute(at.db)).rows.length
  const sealing = keepSealing(at.plainDb, dataDir, pino({ enabled: false }))
  await sealing.round()
  const before = await seals()
  for (const [minutes, heads] of [
    [1, 1],
    [58, 1],
    [1, 2],
  ] as const) {
    await write()
    vi.advanceTimersByTime(minutes * 60_000)
    // Rounds come one after the other, so that this one is over once the timer's are.
    await sealing.round()
    expect([minutes, noted()]).toEqual([minutes, heads])
  }
  await write()
  vi.advanceTimersByTime(60_000)
  await expect.poll(seals).toBe(before + 4)
  await sealing.stop()
  expect(noted()).toBe(3)
  await sealing.stop()
  expect(noted()).toBe(3)
})

test('a line that was torn claims nothing and swallows no other; one that says something else is found', () => {
  const file = join(at.filesDirectory, 'torn.log')
  const hash = 'ab'.repeat(32)
  noteHead(file, { id: 1, hash })
  appendFileSync(file, '2026-11-22T03:00:00.000Z seal 2 abab')
  noteHead(file, { id: 3, hash })
  expect(readHeads(file)).toMatchObject({ heads: [{ id: 1 }, { id: 3 }], unreadable: [] })
  appendFileSync(file, 'nothing to see here\n')
  expect(readHeads(file).unreadable).toEqual([4])
})

// Only root can give a directory away.
test.skipIf(process.geteuid?.() !== 0)('a file that root makes is his whose the directory is', () => {
  const theirs = join(at.filesDirectory, 'theirs')
  mkdirSync(theirs)
  chownSync(theirs, 4321, 4322)
  noteHead(headsFile(theirs), { id: 1, hash: 'ab'.repeat(32) })
  expect(statSync(headsFile(theirs))).toMatchObject({ uid: 4321, gid: 4322 })
})

test('a head that cannot be noted costs a line in the log, and the chain goes on', async () => {
  const log: string[] = []
  const sink = new Writable({
    write(line, _encoding, done) {
      log.push(JSON.parse(String(line)).msg)
      done()
    },
  })
  writeFileSync(join(at.filesDirectory, 'file'), 'no directory')
  const sealing = keepSealing(at.plainDb, join(at.filesDirectory, 'file'), pino(sink))
  await sealing.round()
  expect(log).toContain('sealing the audit trail failed')
  await write()
  const before = await sql<{ seals: number }>`select count(*) as seals from audit_seals`.execute(at.db)
  await sealing.round()
  const after = await sql<{ seals: number }>`select count(*) as seals from audit_seals`.execute(at.db)
  expect(after.rows[0]?.seals).toBe((before.rows[0]?.seals ?? 0) + 1)
  await sealing.stop()
})
