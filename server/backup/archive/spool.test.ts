import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newKey } from '../../files/files.ts'
import { archiveSettings, LETTING_GO, SPOOL } from '../../machine/archive-spool.ts'
import { scratch } from '../../testing/backups.ts'
import { fileName } from '../manifest.ts'
import { fetchCluster } from './fetching.ts'
import { nextSegment } from './names.ts'
import { directoryPlace, namesIn } from './place.ts'
import { prune, pruneFiles } from './pruning.ts'
import { spoolOf } from './spool.ts'

const FIRST = '000000010000000000000001'
const DAY_MS = 24 * 60 * 60 * 1000

/** A cluster's directory with so much of its log; its archive command is run as PostgreSQL does. */
function cluster() {
  const directory = join(scratch(), 'with a space')
  mkdirSync(join(directory, 'pg_wal'), { recursive: true })
  const archive = (name: string, content = name) => {
    writeFileSync(join(directory, 'pg_wal', name), content)
    const command = archiveSettings(60).archive_command.replaceAll('%p', `pg_wal/${name}`).replaceAll('%f', name)
    execFileSync('/bin/sh', ['-c', command], { cwd: directory, stdio: 'ignore' })
  }
  return { directory, archive, spool: spoolOf(directory), raw: () => readdirSync(join(directory, SPOOL)).sort() }
}

test('a segment goes into the spool once, whole, and another one under its name is refused', () => {
  const { directory, archive, raw } = cluster()
  archive(FIRST)
  archive(FIRST)
  expect(() => archive(FIRST, 'another history')).toThrow()
  // A copy that was cut off has no name of a segment.
  writeFileSync(join(directory, SPOOL, `${nextSegment(FIRST)}.new`), 'half')
  archive(nextSegment(FIRST))
  expect(raw()).toEqual([FIRST, nextSegment(FIRST)])
  expect(readFileSync(join(directory, SPOOL, FIRST), 'utf8')).toBe(FIRST)
  writeFileSync(join(directory, SPOOL, LETTING_GO), '')
  archive(nextSegment(nextSegment(FIRST)))
  expect(raw()).toEqual([FIRST, nextSegment(FIRST), LETTING_GO])
})

test('what waits is packed and sent in order, removed only then, and a gap asks for a new base', async () => {
  const { directory, archive, spool, raw } = cluster()
  const place = directoryPlace(scratch(), 'archive/college')
  archive(FIRST, '\0'.repeat(16 * 1024 * 1024))
  await spool.pack()
  expect((await spool.waiting()).bytes).toBeLessThan(4_000)
  const away = { ...place, put: () => Promise.reject(new Error('it is away')) }
  await expect(spool.send(away)).rejects.toThrow('it is away')
  expect((await spool.waiting()).bytes).toBeGreaterThan(0)
  archive(nextSegment(FIRST))
  await spool.pack()
  await spool.send(place)
  expect((await namesIn(place, 'log/')).map((name) => name.slice(4, 28))).toEqual([FIRST, nextSegment(FIRST)])
  expect([(await spool.waiting()).bytes, spool.hasGap()]).toEqual([0, false])

  // PostgreSQL was killed before it had noted that it is archived.
  archive(FIRST, '\0'.repeat(16 * 1024 * 1024))
  await spool.pack()
  await spool.send(place)
  expect(await namesIn(place, 'log/')).toHaveLength(2)
  archive(nextSegment(FIRST), 'of a second server')
  await spool.pack()
  await expect(spool.send(place)).rejects.toThrow('does a second server use this place?')
  rmSync(join(directory, SPOOL, 'packed'), { recursive: true })

  archive('000000010000000000000009')
  await spool.pack()
  await spool.send(place)
  expect(spool.hasGap()).toBe(true)
  await spool.closeGap()

  archive('00000001000000000000000A', randomBytes(1000).toString('hex'))
  await spool.letGo()
  expect([(await spool.waiting()).bytes, spool.isLettingGo(), spool.hasGap()]).toEqual([0, true, true])
  expect(raw()).not.toContain('00000001000000000000000A')
  await spool.holdOn()
  expect(existsSync(join(directory, SPOOL, LETTING_GO))).toBe(false)
})

test('what no instant of the kept days needs goes, the newest base before them stays, and nothing is restored of nothing', async () => {
  const place = directoryPlace(scratch(), 'archive/college')
  const now = Date.now()
  const stamp = (days: number) => new Date(now - days * DAY_MS).toISOString().replaceAll(':', '-')
  for (const days of [12, 9, 8, 2]) {
    await place.put(`bases/${stamp(days)}/cluster.tar.zst`, { text: 'x' })
    if (days !== 12) await place.put(`bases/${stamp(days)}/whole@${stamp(days)}.json`, { text: '{}' })
  }
  const segment = (number: number, days: number) =>
    place.put(`log/00000001000000000000000${number}@${stamp(days)}@${'a'.repeat(32)}.zst`, { text: 'x' })
  for (const [number, days] of [
    [1, 9.5],
    [2, 8.5],
    [3, 7.5],
    [4, 1],
  ] as const)
    await segment(number, days)
  expect(await prune(place, 7, now)).toEqual({ bases: 1, segments: 1 })
  const left = await namesIn(place, '')
  expect(left.filter((name) => name.includes('/whole@'))).toHaveLength(2)
  expect(left.filter((name) => name.startsWith('bases/'))).toHaveLength(4)
  expect(left.filter((name) => name.startsWith('log/'))).toHaveLength(3)
  const empty = directoryPlace(scratch(), 'archive/college')
  const wish = { directory: scratch(), instant: undefined, zone: 'UTC', postgres: '18', say: () => undefined }
  await expect(fetchCluster({ ...wish, place: empty })).rejects.toThrow('holds no archive that can be restored yet')
})

test('a file that the store has forgotten goes; where many are gone at once, the store is not believed', async () => {
  const place = directoryPlace(scratch(), 'archive/college')
  const keys = Array.from({ length: 30 }, () => newKey())
  for (const key of keys) await place.put(fileName(key), { text: key })
  const store = (kept: string[], removed: string[] = []) => ({
    keptFiles: async function* () {
      for (const key of kept) yield { key, at: new Date() }
    },
    removedFiles: async function* () {
      for (const key of removed) yield { key, day: '2026-11-26' }
    },
  })
  expect(await pruneFiles(place, store(keys.slice(9)), 8)).toEqual({ files: 0, doubtful: 9 })
  expect(await pruneFiles(place, store(keys.slice(9), keys.slice(1, 9)), 8)).toEqual({ files: 1, doubtful: 0 })
  expect(await namesIn(place, 'files/')).toHaveLength(29)
})
