import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { servedBucket } from '../testing/bucket.ts'
import { sealedBucket } from './bucket.ts'
import { newKeyPair } from './keys.ts'

const MB = 1024 * 1024
const addressOf = await servedBucket()
const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-parts-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const { identity, recipient } = await newKeyPair()
const keys = { recipients: [recipient], identities: [identity] }
const PARTS = { above: 8 * MB, each: 6 * MB }
const bucketAt = (address: string) => sealedBucket(address, keys, undefined, PARTS)

const fileOf = (bytes: Buffer) => {
  const path = join(directory, 'base')
  writeFileSync(path, bytes)
  return path
}

test.each([
  ['less than goes at once', 1 * MB],
  ['a little more than one part has', 9 * MB],
  ['several parts and a rest', 20 * MB + 17],
])('a file of %s comes back as it was', async (_, size) => {
  const bucket = bucketAt(addressOf('parts'))
  const bytes = randomBytes(size)
  const sent = await bucket.put('base', { path: fileOf(bytes) })
  const [listed] = await Array.fromAsync(bucket.list('base'))
  expect([listed?.size, sent > size]).toEqual([sent, true])
  const found = await bucket.get('base')
  expect(found && (await buffer(found)).equals(bytes)).toBe(true)
})

test('parts are as large as they are to be, and one that is refused takes the others along', async () => {
  const asked: string[] = []
  const lengths: number[] = []
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://bucket')
    const what = searchParams.get('partNumber') ?? (searchParams.has('uploads') ? 'begin' : 'end')
    asked.push(`${request.method} ${what}`)
    const { length } = await buffer(request)
    if (request.method === 'PUT') lengths.push(length)
    if (what === 'begin')
      return response.end('<InitiateMultipartUploadResult><UploadId>7</UploadId></InitiateMultipartUploadResult>')
    response.writeHead(what === '3' ? 403 : 200, { etag: '"a"' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const path = fileOf(Buffer.alloc(20 * MB))
  expect(statSync(path).size).toBe(20 * MB)
  const refused = bucketAt(`s3://K:S@127.0.0.1:${port}/college?tls=no`).put('base', { path })
  await expect(refused).rejects.toThrow(/refuses the key/)
  expect(asked).toEqual(['POST begin', 'PUT 1', 'PUT 2', 'PUT 3', 'DELETE end'])
  expect(lengths.slice(0, 2)).toEqual([6 * MB, 6 * MB])
  server.closeAllConnections()
  server.close()
})
