import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { migrationNames } from '../../db/migrate.ts'
import { RESTORED } from '../../machine/archive-spool.ts'
import { scratch } from '../../testing/backups.ts'
import { sha256Of } from '../manifest.ts'
import { type Base, dataOf, PLATFORM } from './base.ts'
import { fetchCluster } from './fetching.ts'
import { stampOf, storedName } from './names.ts'
import { directoryPlace, type Place } from './place.ts'
import { type Entry, fileAt, folderAt, packed, smallFile, unpack } from './tar.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 5, minute)).toISOString()
const segmentName = (number: number) => `0000000100000000000000${number.toString(16).toUpperCase().padStart(2, '0')}`

async function putSegment(place: Place, number: number): Promise<string> {
  const content = Buffer.alloc(5_000, number)
  const segment = { name: segmentName(number), at: at(number), sum: sha256Of(content).slice(0, 32) }
  const path = join(scratch(), 'segment')
  writeFileSync(path, zstdCompressSync(content))
  await place.put(`log/${storedName(segment)}`, { path })
  return `log/${storedName(segment)}`
}

/** A base of this minute, whose cluster says so. */
async function putBase(place: Place, minute: number, other: Partial<Base> = {}): Promise<Base> {
  const cluster = scratch()
  mkdirSync(join(cluster, 'base/5'), { recursive: true })
  mkdirSync(join(cluster, 'pg_wal'))
  writeFileSync(join(cluster, 'base/5/1259'), Buffer.alloc(300_001, minute))
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  writeFileSync(join(cluster, 'pg_wal', segmentName(1)), 'left out')
  async function* all(): AsyncGenerator<Entry> {
    yield* folderAt(cluster, (path) => !path.startsWith('pg_wal/0'))
    yield* fileAt(cluster, 'is gone meanwhile')
    yield smallFile('backup_label', `base of ${minute}`)
  }
  const packedBytes = zstdCompressSync(Buffer.concat(await Array.fromAsync(packed(all()))))
  const base: Base = {
    format: 1,
    product: '1.0.0',
    installation: 'a'.repeat(32),
    migrations: [...migrationNames],
    postgres: '18',
    platform: PLATFORM,
    begun: at(minute),
    ended: at(minute + 1),
    first_segment: segmentName(minute),
    last_segment: segmentName(minute + 1),
    bytes: packedBytes.length,
    sha256: sha256Of(packedBytes),
    ...other,
  }
  const path = join(scratch(), 'base')
  writeFileSync(path, packedBytes)
  await place.put(dataOf(base), { path })
  await place.put(`bases/${stampOf(base.begun)}/whole@${stampOf(base.ended)}.json`, { text: JSON.stringify(base) })
  return base
}

async function archive() {
  const directory = scratch()
  const place = directoryPlace(directory, 'archive')
  const bases = [await putBase(place, 10), await putBase(place, 14)] as const
  const segments = new Map<number, string>()
  for (let number = 10; number <= 18; number += 1) segments.set(number, await putSegment(place, number))
  const said: string[] = []
  const fetch = (minute: number | undefined, other: { postgres?: string } = {}) => {
    const into = scratch()
    const instant = minute === undefined ? undefined : at(minute)
    const say = (line: string) => said.push(line)
    const fetched = fetchCluster({ place, directory: into, instant, zone: 'UTC', postgres: '18', say, ...other })
    return fetched.then((result) => ({ ...result, into }))
  }
  const spoil = (name: string) => writeFileSync(join(directory, 'archive', name), 'rotten')
  return { place, bases, segments, said, fetch, spoil }
}

test('a cluster comes with its folders, its label and the log up to the instant, for its owner alone', async () => {
  const { fetch } = await archive()
  const { base, into, segments, until } = await fetch(16)
  expect([base.begun, segments, until]).toEqual([at(14), 4, at(16)])
  expect(readFileSync(join(into, 'base/5/1259'))).toEqual(Buffer.alloc(300_001, 14))
  expect(readFileSync(join(into, 'backup_label'), 'utf8')).toBe('base of 14')
  expect(readdirSync(join(into, 'pg_wal'))).toEqual([])
  expect(readdirSync(join(into, RESTORED)).sort()).toEqual([14, 15, 16, 17].map(segmentName))
  expect(readFileSync(join(into, RESTORED, segmentName(16)))).toEqual(Buffer.alloc(5_000, 16))
  expect(existsSync(join(into, 'recovery.signal'))).toBe(true)
  expect((await fetch(undefined)).until).toBe(at(18))
})

test('of a damaged base the one before is taken; a damaged segment stops it with the last time', async () => {
  const { fetch, bases, spoil, segments, said } = await archive()
  spoil(dataOf(bases[1]))
  const { base, into } = await fetch(16)
  expect(base.begun).toBe(at(10))
  expect(readFileSync(join(into, 'backup_label'), 'utf8')).toBe('base of 10')
  expect(said.join('\n')).toContain(`the base of ${at(14)} is damaged; it goes on with the one before`)
  spoil(segments.get(15) ?? '')
  await expect(fetch(16)).rejects.toThrow(
    `the segment ${segmentName(15)} of the log is damaged or missing: restore until 2026-11-26 05:14:00 at the latest`,
  )
  expect((await fetch(14)).until).toBe(at(14))
  spoil(dataOf(bases[0]))
  await expect(fetch(13)).rejects.toThrow(`the base of ${at(10)} is damaged`)
})

test('another version of PostgreSQL, another processor and a newer program are refused, and so is what is not covered', async () => {
  const { fetch, place } = await archive()
  await expect(fetch(16, { postgres: '19' })).rejects.toThrow('the archive is of PostgreSQL 18')
  await expect(fetch(19)).rejects.toThrow(
    'does not cover 2026-11-26 05:19:00: it can restore from 2026-11-26 05:11:00 to 2026-11-26 05:18:00 (UTC)',
  )
  await putBase(place, 15, { platform: 'plan9-mips' })
  await expect(fetch(17)).rejects.toThrow('on plan9-mips')
  await putBase(place, 15, { migrations: [...migrationNames, '9999_of_tomorrow'] })
  await expect(fetch(17)).rejects.toThrow('of a newer Clinical eLog (1.0.0)')
})

test('a copy that is cut off is refused, and so is one that names what is outside of it', async () => {
  async function* of(...entries: Entry[]) {
    yield* entries
  }
  const into = scratch()
  await expect(unpack(packed(of(smallFile('../outside', 'x'))), into)).rejects.toThrow('names ../outside')
  const whole = Buffer.concat(await Array.fromAsync(packed(of(smallFile('a', 'x'.repeat(600))))))
  async function* cut() {
    yield whole.subarray(0, 700)
  }
  await expect(unpack(cut(), into)).rejects.toThrow()
})
