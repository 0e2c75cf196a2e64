import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { holdsFiles } from '../features.ts'
import { unfurnished } from '../testing/college.ts'
import { countFiles, form } from '../testing/uploads.ts'
import { bucketStore } from './bucket.ts'
import { careForFiles } from './care.ts'

let hasGone = false
let taken = 0
const sockets = new Set<Socket>()
/** Takes connections and never says a word; or, when it has gone, cuts them. */
const silent = createServer((socket) => {
  taken += 1
  sockets.add(socket)
  if (hasGone) socket.destroy()
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  socket.resume()
}).listen(0, '127.0.0.1')
await once(silent, 'listening')
const portOfSilent = () => (silent.address() as AddressInfo).port
const at = await unfurnished({
  storeIn: (directory) =>
    bucketStore(`s3://K:S@127.0.0.1:${portOfSilent()}/college?tls=no`, join(directory, 'files/incoming'), {
      connectMs: 1000,
      idleMs: 60_000,
    }),
})
// Before the app is closed, which waits for what it has begun.
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
})
const department = await at.make.department()
const batch = await at.make.batch()
const group = await at.make.group(batch, department)
const task = await at.make.task(department, [group])

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-away-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const MESSAGE = 'Files cannot be reached just now. Please try again in a moment.'

test('while the bucket hangs, twelve uploads wait for it and everything else goes on; then they are told so', async () => {
  const students = await Promise.all(Array.from({ length: 12 }, () => at.make.student(batch, group)))
  const callers = await Promise.all(students.map(({ userId }) => at.of(userId)))
  const uploads = callers.map((caller) => caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf')))
  let ended = 0
  for (const upload of uploads)
    void upload.finally(() => {
      ended += 1
    })
  await expect.poll(() => taken, { timeout: 20_000 }).toBe(12)
  const admin = await at.as('admin')
  expect((await admin.get('/tasks')).status).toBe(200)
  expect((await admin.get('/auth/me')).status).toBe(200)
  expect((await at.nobody.get('/health')).status).toBe(200)
  expect(ended).toBe(0)
  hasGone = true
  for (const socket of sockets) socket.destroy()
  for (const { status, body, headers } of await Promise.all(uploads)) {
    expect([status, body]).toEqual([503, { message: MESSAGE }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(countFiles(at, 'incoming')).toBe(0)
  expect(await at.db.selectFrom('task_submissions').select('id').execute()).toEqual([])
})

test('a file that the bucket does not give is a 503', async () => {
  const { id, userId } = await at.make.student(batch, group)
  const submission = await at.make.submission(task, id)
  const stored = { name: 'a.pdf', size: 3, sha256: Buffer.alloc(32), storage_key: `ab/${'ab'.repeat(20)}` }
  await at.db
    .insertInto('submission_files')
    .values({ submission_id: submission, ...stored })
    .execute()
  const { status, body } = await (await at.of(userId)).get(`/task-submissions/${submission}/files/a.pdf/download`)
  expect([status, body]).toEqual([503, { message: MESSAGE }])
})

test('a bucket that is silent for too long is away, to who writes and to who reads', async () => {
  hasGone = false
  const store = bucketStore(`s3://K:S@127.0.0.1:${portOfSilent()}/college?tls=no`, directory, {
    connectMs: 500,
    idleMs: 500,
  })
  const path = await store.temporaryPath()
  writeFileSync(path, 'x')
  for (const ask of [() => store.keep(path), () => store.read(`ab/${'ab'.repeat(20)}`)]) {
    const before = taken
    await expect(ask()).rejects.toMatchObject({ status: 503, message: MESSAGE })
    // Asked once: another try would hold its caller for as long again.
    expect(taken - before).toBe(1)
  }
})

test('a bucket that is silent does not keep the server from starting', async () => {
  const said: string[] = []
  const log = pino({ base: null }, { write: (line: string) => said.push(JSON.parse(line).msg) })
  const store = bucketStore(`s3://K:S@127.0.0.1:${portOfSilent()}/college?tls=no`, directory)
  const { files } = await careForFiles(at.db, store, { holders: holdsFiles, most: 20, keptDays: 30, log, startMs: 300 })
  expect(files.trouble?.()).toBe('unchecked')
  expect(said).toEqual(['the files cannot be reached; uploads wait until they are'])
})

test('a bucket that nobody answers for is away at once', async () => {
  const nobody = createServer().listen(0, '127.0.0.1')
  await once(nobody, 'listening')
  const { port } = nobody.address() as AddressInfo
  nobody.close()
  await once(nobody, 'close')
  const store = bucketStore(`s3://K:S@127.0.0.1:${port}/college?tls=no`, directory)
  await expect(store.read(`ab/${'ab'.repeat(20)}`)).rejects.toMatchObject({ status: 503, message: MESSAGE })
})

/** A bucket that cuts the first uploads while they are sent, and takes the others. */
async function cutting(times: number) {
  const received: number[] = []
  let cut = 0
  const bucket = createHttpServer(async (request, response) => {
    if (cut < times) {
      cut += 1
      return request.once('data', () => request.socket.destroy())
    }
    received.push((await buffer(request)).length)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  const { port } = bucket.address() as AddressInfo
  const store = bucketStore(`s3://K:S@127.0.0.1:${port}/college?tls=no`, directory)
  const path = await store.temporaryPath()
  writeFileSync(path, Buffer.alloc(1_000_000, 'x'))
  return { store, path, received, cut: () => cut, close: () => bucket.close() }
}

test('a file that is cut off on its way to the bucket is sent once more, whole', async () => {
  const bucket = await cutting(1)
  await bucket.store.keep(bucket.path)
  expect([bucket.cut(), bucket.received, existsSync(bucket.path)]).toEqual([1, [1_000_000], false])
  bucket.close()
})

test('a file that is cut off again is not sent for ever', async () => {
  const bucket = await cutting(5)
  await expect(bucket.store.keep(bucket.path)).rejects.toMatchObject({ status: 503, message: MESSAGE })
  expect([bucket.cut(), existsSync(bucket.path)]).toEqual([2, true])
  bucket.close()
})
