import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { servedBucket } from '../testing/bucket.ts'
import { sealedBucket } from './bucket.ts'
import { findMachineIdentity, identityIn, machineIdentity, newKeyPair, recipientOf } from './keys.ts'

const addressOf = await servedBucket()
const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-offsite-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const paper = await newKeyPair()
const machine = await machineIdentity(directory)
const recipients = [paper.recipient, await recipientOf(machine)]
const openedBy = (identity: string, prefix = 'kept') =>
  sealedBucket(addressOf(prefix), { recipients, identities: [identity] })
const bucket = openedBy(machine)

/** Puts bytes under an object's name as somebody else would, past the seal. */
async function putPlain(name: string, bytes: Buffer): Promise<void> {
  const url = new URL(addressOf('kept'))
  await fetch(`http://${url.host}${url.pathname}/${name}`, { method: 'PUT', body: new Uint8Array(bytes) })
}
async function storedBytes(name: string): Promise<Buffer> {
  const url = new URL(addressOf('kept'))
  return Buffer.from(await (await fetch(`http://${url.host}${url.pathname}/${name}`)).arrayBuffer())
}

test('each of both keys opens what was put there, no other does, and the bucket has no word of it', async () => {
  const path = join(directory, 'register.csv')
  const bytes = Buffer.from('Ayesha Siddiqa, present\n'.repeat(20_000))
  writeFileSync(path, bytes)
  const sent = await bucket.put('a/register.csv', { path })
  await bucket.put('a/empty', { text: '' })
  for (const identity of [machine, paper.identity]) {
    const found = await openedBy(identity).get('a/register.csv')
    expect(found && (await buffer(found)).equals(bytes)).toBe(true)
  }
  const empty = await bucket.get('a/empty')
  expect(empty && (await text(empty))).toBe('')
  const stored = await storedBytes('a/register.csv.age')
  expect([stored.length, stored.includes('Ayesha')]).toEqual([sent, false])
  const other = openedBy((await newKeyPair()).identity)
  await expect(other.get('a/register.csv')).rejects.toThrow('the key does not open a/register.csv')
})

test('names below a name are listed with sizes, and only those that are sealed; a removed one is gone', async () => {
  await putPlain('b/notes.txt', Buffer.from('not ours'))
  await bucket.put('b/one', { text: 'one' })
  await bucket.put('b/two', { text: 'two' })
  const names = async () => (await Array.fromAsync(bucket.list('b/'))).map(({ name }) => name)
  expect(await names()).toEqual(['b/one', 'b/two'])
  await bucket.remove('b/one')
  expect(await names()).toEqual(['b/two'])
  expect(await bucket.get('b/one')).toBeUndefined()
  const [two] = await Array.fromAsync(bucket.list('b/two'))
  expect(two?.size).toBe((await storedBytes('b/two.age')).length)
})

test('one changed bit is found while it is read, and so is a missing end', async () => {
  await bucket.put('c', { text: 'marks '.repeat(30_000) })
  const stored = await storedBytes('c.age')
  const last = stored.length - 100
  const changed = Buffer.from(stored)
  changed[last] = (changed[last] ?? 0) ^ 1
  for (const wrong of [changed, stored.subarray(0, last)]) {
    await putPlain('c.age', wrong)
    const found = await bucket.get('c')
    await expect(found && text(found)).rejects.toThrow('c was changed or damaged')
  }
  await putPlain('c.age', Buffer.from('no seal at all'))
  await expect(bucket.get('c')).rejects.toThrow('c was changed or damaged')
})

test('a large file goes out and comes in piece by piece', async () => {
  const path = join(directory, 'large')
  writeFileSync(path, Buffer.alloc(48 * 1024 * 1024, 'x'))
  await bucket.put('large', { path })
  let bytes = 0
  let largest = 0
  for await (const piece of (await bucket.get('large')) ?? []) {
    bytes += piece.length
    largest = Math.max(largest, piece.length)
  }
  expect(bytes).toBe(statSync(path).size)
  expect(largest).toBeLessThanOrEqual(64 * 1024)
})

test('a put that is cut off is sent once more, and not for ever', async () => {
  let left = 1
  const received: number[] = []
  const server = createHttpServer(async (request, response) => {
    if (left > 0) {
      left -= 1
      return request.once('data', () => request.socket.destroy())
    }
    received.push((await buffer(request)).length)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cutting = sealedBucket(`s3://K:S@127.0.0.1:${port}/college?tls=no`, { recipients, identities: [] })
  const path = join(directory, 'cut')
  writeFileSync(path, Buffer.alloc(1_000_000, 'x'))
  const sent = await cutting.put('cut', { path })
  expect(received).toEqual([sent])
  left = 9
  await expect(cutting.put('cut', { path })).rejects.toThrow(/^the bucket 127.0.0.1:\d+\/college cannot be reached/)
  server.close()
})

test('a bucket that says nothing is given up, and no text tells its secret', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const patience = { connectMs: 500, idleMs: 500 }
  const address = `s3://K:HushHush@127.0.0.1:${port}/college?tls=no`
  const frozen = sealedBucket(address, { recipients, identities: [machine] }, patience)
  const failures = await Promise.all([
    frozen.put('x', { text: 'x' }).catch(String),
    frozen.get('x').catch(String),
    Array.fromAsync(frozen.list('')).catch(String),
    frozen.remove('x').catch(String),
  ])
  for (const failure of failures) {
    expect(failure).toMatch(/does not answer/)
    expect(failure).not.toContain('HushHush')
  }
  silent.close()
}, 20_000)

test('the key of the machine is made once, for its owner alone, also when several ask at once', async () => {
  const place = mkdtempSync(join(directory, 'new-'))
  expect(await findMachineIdentity(place)).toBeUndefined()
  const made = await Promise.all(Array.from({ length: 5 }, () => machineIdentity(place)))
  expect(new Set(made).size).toBe(1)
  expect(readdirSync(place)).toEqual(['backup-key.txt'])
  expect(statSync(join(place, 'backup-key.txt')).mode & 0o777).toBe(0o600)
  expect(await findMachineIdentity(place)).toBe(made[0])
})

test('a key is read as people type it, and a file of keys with its notes; another text is refused', async () => {
  const { identity, recipient } = paper
  expect(await recipientOf(identityIn(`# of the college\n\n  ${identity.toLowerCase()} \n`))).toBe(recipient)
  await expect(recipientOf(identityIn('AGE-SECRET-KEY-1QQQ'))).rejects.toThrow('that is no key')
  await expect(recipientOf('')).rejects.toThrow('that is no key')
  expect(readFileSync(join(directory, 'backup-key.txt'), 'utf8').trim()).toBe(machine)
})
