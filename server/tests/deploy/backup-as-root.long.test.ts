import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { BESIDE, FILES_LIST, fileName, MANIFEST, MANIFEST_SUM, sha256Of, tableFile } from '../../backup/manifest.ts'
import { backUp, installed, keysIn, scratch } from '../../testing/backups.ts'
import { furnished } from '../../testing/college.ts'
import { begin } from '../../testing/commands.ts'
import { entryForm } from '../../testing/library.ts'
import { soon, startProduct } from '../../testing/product.ts'
import { childrenOf, groupsOf, ownersIn, usersOf } from '../../testing/rights.ts'
import { addressOf } from '../../testing/upgraded.ts'

const { at, faculty, medicine } = await furnished()
const source = await installed(at)
const NOBODY = 65_534
/** Neither root nor who owns the data. */
const KEEPER = 65_533

beforeAll(async () => {
  const file = { name: 'atlas.pdf', content: '%PDF-1.4\nbones' }
  await faculty.upload('/libraries', entryForm({ title: 'Atlas', department_id: medicine }, file))
  if (process.geteuid?.() === 0) chownSync(source.dataDir, NOBODY, NOBODY)
})

/** A directory for backups, of this user and with these rights. */
function placeOf(uid: number, mode: number): string {
  const place = scratch()
  // As `install -o` does it.
  chownSync(place, uid, 0)
  chmodSync(place, mode)
  return place
}

/** Begins a backup, which waits with what it has written so far. */
async function waiting(place: string) {
  const held = await at.db.startTransaction().execute()
  await sql`lock table users in access exclusive mode`.execute(held)
  const environment = { DATA_DIR: source.dataDir, DATABASE_URL: addressOf(source.config) }
  const backup = begin('backup', environment, place)
  const isBegun = () => existsSync(place) && readdirSync(place).some((name) => name.startsWith('.unfinished-'))
  await expect.poll(isBegun, soon).toBe(true)
  return { ...backup, goOn: () => held.commit().execute() }
}

const PLACES: [string, number, number, number][] = [
  ['of another user', KEEPER, 0o700, KEEPER],
  ['of root, which only root writes to', 0, 0o755, 0],
  ['of root, which others write to', 0, 0o777, NOBODY],
]

describe.runIf(process.geteuid?.() === 0)('begun as root', () => {
  test.each(
    PLACES,
  )('a backup into a directory %s: its owner writes, and the owner of the data reads', async (...given) => {
    const [, uid, mode, who] = given
    const place = placeOf(uid, mode)
    const { pid, ended, goOn } = await waiting(place)
    expect([usersOf(pid), childrenOf(pid).map(usersOf)]).toEqual([[who], [[NOBODY]]])
    expect([groupsOf(pid), childrenOf(pid).map(groupsOf)]).toEqual([[who], [[NOBODY]]])
    expect(ownersIn(place)).toEqual([who])
    await goOn()
    const { status, said } = await ended
    expect([status, said]).toEqual([0, expect.stringContaining(`Backed up to ${place}/clinical-elog-`)])
    expect(ownersIn(place)).toEqual([who])
  })

  test('a new directory for backups is of the owner of the one above it, and so is what was cut off there', async () => {
    const place = join(placeOf(KEEPER, 0o700), 'college')
    const { child, ended, ...first } = await waiting(place)
    child.kill('SIGKILL')
    await ended
    await first.goOn()
    expect(ownersIn(join(place, '..'))).toEqual([KEEPER])
    const { goOn, ...next } = await waiting(place)
    expect(readdirSync(place)).toHaveLength(1)
    await goOn()
    expect(await next.ended).toMatchObject({ status: 0 })
    expect(ownersIn(join(place, '..'))).toEqual([KEEPER])
  })

  test('a file of the backup before is kept once, unless it is somebody else’s', async () => {
    const place = placeOf(0, 0o755)
    const made: string[] = []
    const next = async () => {
      const { ended, said } = begin(
        'backup',
        { DATA_DIR: source.dataDir, DATABASE_URL: addressOf(source.config) },
        place,
      )
      expect((await ended).status, said()).toBe(0)
      const path = join(place, readdirSync(place).find((name) => !made.includes(name)) ?? '')
      made.push(basename(path))
      return statSync(join(path, 'files', (await keysIn(path))[0] ?? ''))
    }
    const [first, second] = [await next(), await next()]
    expect(second.ino).toBe(first.ino)
    const [key = ''] = await keysIn(join(place, made[1] ?? ''))
    chownSync(join(place, made[1] ?? '', 'files', key), NOBODY, NOBODY)
    const third = await next()
    expect([third.ino === first.ino, third.uid]).toEqual([false, 0])
  })

  test('a link among the files leads to nothing that only root reads', async () => {
    const place = placeOf(0, 0o755)
    const { path } = await backUp({ ...source, place: scratch() })
    const [key = ''] = await keysIn(path)
    const [file, secret] = [join(source.dataDir, 'files/kept', key), join(placeOf(0, 0o755), 'secret')]
    writeFileSync(secret, 'root’s own', { mode: 0o600 })
    renameSync(file, `${file}.aside`)
    symlinkSync(secret, file)
    try {
      const environment = { DATA_DIR: source.dataDir, DATABASE_URL: addressOf(source.config) }
      const { status, said } = await begin('backup', environment, place).ended
      expect([status, said]).toEqual([1, expect.stringContaining('No backup was made: EACCES')])
      expect(readdirSync(place)).toEqual([])
    } finally {
      renameSync(`${file}.aside`, file)
    }
  })

  test('a damaged backup is refused in one line, whatever of it is damaged', { timeout: 240_000 }, async () => {
    // Several are read at once, and some still when one is found to be damaged.
    for (let n = 0; n < 9; n += 1) {
      const file = { name: `volume-${n}.pdf`, content: `%PDF-1.4\n${'x'.repeat(2_000_000)}` }
      await faculty.upload('/libraries', entryForm({ title: `Volume ${n}`, department_id: medicine }, file))
    }
    const { path } = await backUp({ ...source, place: placeOf(0, 0o700) })
    const keys = await keysIn(path)
    expect(keys.length).toBeGreaterThan(9)
    const [key = ''] = keys
    const wrong: string[] = []
    const restore = async (damage: string) => {
      const { status, said } = await begin('restore', { DATA_DIR: join(placeOf(0, 0o755), 'college') }, path).ended
      const lines = said.split('\n').filter((line) => line !== '' && !/^(?:Verif|Files …|Tables …)/.test(line))
      if (status !== 1 || lines.length !== 1 || !lines[0]?.startsWith('Nothing was restored: '))
        wrong.push(`${damage}: ${status} ${said}`)
    }
    const kept = { [MANIFEST]: readFileSync(join(path, MANIFEST)) }
    /** As somebody may do it who makes the sums anew. */
    const forge = (text: string) => {
      writeFileSync(join(path, MANIFEST), text)
      writeFileSync(join(path, MANIFEST_SUM), sha256Of(text))
    }
    for (const name of [MANIFEST, MANIFEST_SUM, FILES_LIST, BESIDE[0], tableFile('users'), fileName(key)]) {
      const bytes = readFileSync(join(path, name))
      const other = Buffer.from(bytes)
      other.writeUInt8(other.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
      writeFileSync(join(path, name), other)
      await restore(`${name} changed`)
      rmSync(join(path, name))
      await restore(`${name} gone`)
      writeFileSync(join(path, name), bytes)
    }
    const users = join(path, tableFile('users'))
    const bytes = readFileSync(users)
    const short = bytes.subarray(0, -9)
    writeFileSync(users, short)
    const noted = String(kept[MANIFEST]).replaceAll(sha256Of(bytes), sha256Of(short))
    for (const text of ['{}', noted.replaceAll(`"size": ${bytes.length},`, `"size": ${short.length},`)]) {
      forge(text)
      await restore(`forged ${text.slice(0, 9)}`)
    }
    expect(wrong).toEqual([])
  })

  test('a restore of root’s backup is written by the owner of the new data directory', {
    timeout: 60_000,
  }, async () => {
    const { path } = await backUp({ ...source, place: placeOf(0, 0o700) })
    const DATA_DIR = join(placeOf(0, 0o755), 'college')
    mkdirSync(DATA_DIR, { mode: 0o700 })
    chownSync(DATA_DIR, NOBODY, NOBODY)
    const { pid, child, said, ended } = begin('restore', { DATA_DIR }, path)
    await expect.poll(said, { ...soon, interval: 1 }).toContain('Files …')
    child.kill('SIGSTOP')
    expect(usersOf(pid)).toEqual([NOBODY])
    child.kill('SIGCONT')
    expect((await ended).status, said()).toBe(0)
    expect(said()).toContain('It belongs to the user nobody: ')
    expect(ownersIn(DATA_DIR)).toEqual([NOBODY])
    const product = await startProduct({ DATA_DIR })
    expect(await product.end('SIGTERM')).toEqual([0, null])
  })
})
