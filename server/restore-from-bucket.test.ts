import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Copy, listCopies, under } from './backup/copies/layout.ts'
import { MANIFEST_SUM } from './backup/manifest.ts'
import { nameOf } from './backup/place.ts'
import { sealedBucket } from './offsite/bucket.ts'
import { newKeyPair } from './offsite/keys.ts'
import { askedOf, chosenOf } from './restore-from-bucket.ts'
import { scratch } from './testing/backups.ts'
import { servedBucket } from './testing/bucket.ts'

const addressOf = await servedBucket()
const [first, second] = ['2026-11-28', '2026-11-29'].map((day) => nameOf(new Date(`${day}T21:30:00.000Z`)))
const [north, south] = ['a'.repeat(32), 'b'.repeat(32)]
const keys = 'c'.repeat(16)

async function restore(address: string, said: string, ...args: string[]) {
  const child = spawn(process.execPath, ['server/restore.ts', '--from-bucket', ...args], {
    env: { ...process.env, DATABASE_URL: '', BACKUP_DIR: '', DATA_DIR: scratch(), BACKUP_URL: address },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(said)
  const [out, failure] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, failure }
}

test('the newest whole copy is chosen, or the one that is named; of several colleges one has to be', () => {
  const copyOf = (name = '', installation = north, isWhole = true): Copy => ({
    installation,
    keys,
    name,
    takenAt: new Date(0),
    isWhole,
    objects: [],
    bytes: 0,
  })
  const copies = [copyOf(second, north, false), copyOf(first)]
  expect(chosenOf(copies, undefined).name).toBe(first)
  expect(() => chosenOf(copies, second)).toThrow(`there is no whole copy ${second} in the bucket`)
  expect(() => chosenOf([], undefined)).toThrow('the bucket has no whole copy')
  const both = [copyOf(second, south), copyOf(first)]
  expect(() => chosenOf(both, undefined)).toThrow('of several installations: say which one, by its name')
  expect(chosenOf(both, first).installation).toBe(north)
})

test('a key is never taken from the command line, and other words are refused', () => {
  expect(askedOf(['--key-file', 'paper.txt', 'one'])).toEqual({ name: 'one', isListed: false, keyFile: 'paper.txt' })
  expect(askedOf(['--list'])).toMatchObject({ isListed: true })
  expect(() => askedOf(['age-secret-key-1qqq'])).toThrow('a key does not belong on the command line')
  for (const args of [['--key-file'], ['one', 'two'], ['--newest']])
    expect(() => askedOf(args)).toThrow('npm run restore')
})

test('what is there is listed without a key; a typed key that is none, or none at all, restores nothing', async () => {
  const address = addressOf('listed')
  const { identity, recipient } = await newKeyPair()
  const bucket = sealedBucket(address, { recipients: [recipient], identities: [] })
  await bucket.put(`${under({ installation: north ?? '', keys, name: first ?? '' })}${MANIFEST_SUM}`, { text: 'x' })
  expect(await listCopies(bucket)).toHaveLength(1)
  const listed = await restore(address, '', '--list')
  expect([listed.out, listed.failure]).toEqual([expect.stringContaining(`${first}  installation aaaaaaaa`), ''])
  expect((await restore(address, 'AGE-SECRET-KEY-1QQQ\n')).failure).toMatch(/^Nothing was restored: that is no key/)
  expect((await restore(address, '')).failure).toBe('Nothing was restored: no key was given\n')
  const typed = await restore(address, `${identity.toLowerCase()}\n`)
  expect(typed.failure).toMatch(/^Nothing was restored: .* is no backup: it has no manifest.json\n$/)
  expect(`${typed.out}${typed.failure}`.toUpperCase()).not.toContain(identity.slice(20))
}, 60_000)
