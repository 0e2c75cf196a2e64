import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { pdf } from '../testing/make.ts'
import { countFiles, form } from '../testing/uploads.ts'
import { DiskRoom } from './disk-room.ts'

const MB = 1024 * 1024
const refusal = { message: 'The server has no room for files just now. Please tell the administrator.' }

/** A small file system of its own, where the machine lets us mount one. */
function mountSmall(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', directory], { stdio: 'ignore' })
    return directory
  } catch {
    rmSync(directory, { recursive: true, force: true })
    return undefined
  }
}
const mounted = mountSmall()

// Only who may mount a file system can have one that is small.
describe.skipIf(!mounted)('on a disk of 40 MB, of which 8 are reserved,', () => {
  const directory = mounted ?? ''
  const ballast = join(directory, 'ballast')
  let at: TestApp
  let task: number
  let batch: number
  let group: number

  beforeAll(async () => {
    at = await testApp({ filesDirectory: directory, environment: { DISK_RESERVE: '8MB,5%' } })
    await at.app.listen({ port: 0, host: '127.0.0.1' })
    const department = await at.make.department()
    batch = await at.make.batch()
    group = await at.make.group(batch, department)
    task = await at.make.task(department, [group])
  })
  afterEach(() => rmSync(ballast, { force: true }))
  afterAll(async () => {
    // The directory can't be removed while something is mounted on it, and what is in it goes with that.
    await at.close().catch(() => undefined)
    execFileSync('umount', [directory])
    rmSync(directory, { recursive: true, force: true })
  })

  const fill = (leaveBytes: number) => {
    const { bavail, bsize } = statfsSync(directory)
    try {
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - leaveBytes))
    } catch (error) {
      // Uploads under way may have taken some of it meanwhile: the disk is as full.
      if (leaveBytes > 0 || (error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  const formOf = (bytes: number) => {
    const body = form({ task_id: String(task) })
    body.set('files[0]', new Blob([pdf(), new Uint8Array(bytes)]), 'a.pdf')
    return body
  }
  const student = () => at.make.student(batch, group)
  const send = async (bytes: number) => {
    const { status, body } = await (await at.of((await student()).userId)).upload('/task-submissions', formOf(bytes))
    return [status, status === 201 ? undefined : body]
  }
  const taken = [201, undefined]
  const health = async () => (await at.nobody.get('/health')).body

  test('an upload that would go below them is refused, and a smaller one is taken', async () => {
    expect(await health()).toEqual({ status: 'ok' })
    expect(await send(9 * MB)).toEqual(taken)
    fill(16 * MB)
    expect(await send(9 * MB)).toEqual([507, refusal])
    expect(await send(1000)).toEqual(taken)
    expect(countFiles(at, 'incoming')).toBe(0)
    expect(await health()).toEqual({ status: 'ok' })
  })

  test('every upload is refused when less is free, and health says so, until there is room again', async () => {
    fill(7 * MB)
    expect(await send(1000)).toEqual([507, refusal])
    const sheet = new FormData()
    sheet.set('file', new Blob(['Name\nx\n']), 'a.csv')
    expect((await (await at.as('admin')).upload('/imports/students/preview', sheet)).status).toBe(507)
    expect(await health()).toEqual({ status: 'degraded', concerns: ['disk-low'], disk: 'low' })
    const both = new DiskRoom([tmpdir(), directory], { bytes: 8 * MB, share: 0 }, () => undefined)
    expect(await both.isLow()).toBe(true)
    rmSync(ballast)
    expect(await send(1000)).toEqual(taken)
    expect(await health()).toEqual({ status: 'ok' })
  })

  test.each([
    // All of it would find room: what is reserved is not given to it.
    ['low', 7.5 * MB],
    ['nearly full', 3 * MB],
    ['full', 0],
  ])('an upload ends when the disk becomes %s under it, and nothing of it stays', async (_how, leaveBytes) => {
    const { userId } = await student()
    const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
    const encoded = new Response(formOf(6 * MB))
    const body = Buffer.from(await encoded.arrayBuffer())
    const sending = request({
      port: (at.app.server.address() as AddressInfo).port,
      method: 'POST',
      path: '/api/task-submissions',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
        'content-length': body.length,
      },
    })
    const answered = once(sending, 'response')
    sending.write(body.subarray(0, MB / 2))
    await expect.poll(() => countFiles(at, 'incoming')).toBe(1)
    fill(leaveBytes)
    sending.end(body.subarray(MB / 2))
    const [answer] = (await answered) as [IncomingMessage]
    expect([answer.statusCode, await json(answer)]).toEqual([507, refusal])
    await expect.poll(() => countFiles(at, 'incoming')).toBe(0)
    rmSync(ballast)
    expect(await send(1000)).toEqual(taken)
  })
})

describe('room on a disk', () => {
  const free = () => {
    const { bavail, bsize } = statfsSync(tmpdir())
    return bavail * bsize
  }

  test('is what is free, less what running uploads still expect', async () => {
    const room = new DiskRoom([tmpdir()], { bytes: 0, share: 0 }, () => undefined)
    const all = free()
    const first = await room.expect(0.6 * all)
    await expect(room.expect(0.6 * all)).rejects.toMatchObject({ status: 507 })
    await first.wrote(0.4 * all)
    const second = await room.expect(0.6 * all)
    // Ended twice, it gives back no room of another one.
    first.end()
    first.end()
    await expect(room.expect(0.6 * all)).rejects.toMatchObject({ status: 507 })
    second.end()
    const third = await room.expect(0.8 * all)
    // Bytes written beyond the expected ones have made no room.
    await third.wrote(all)
    await expect(room.expect(1.1 * all)).rejects.toMatchObject({ status: 507 })
    third.end()
  })

  test('is kept free by bytes and by a share of the disk, whichever is more', async () => {
    for (const reserve of [
      { bytes: 2 * free(), share: 0 },
      { bytes: 0, share: 1 },
    ])
      await expect(new DiskRoom([tmpdir()], reserve, () => undefined).expect(1)).rejects.toMatchObject({ status: 507 })
  })

  test('is told of each disk once, with all places that are on it', async () => {
    const places = [join(tmpdir(), 'files'), join(tmpdir(), 'database')]
    const spaces = await new DiskRoom(places, { bytes: 0, share: 0 }, () => undefined).spaces()
    expect(spaces).toMatchObject([{ place: places.join(', '), is_low: false, bytes: expect.any(Number) }])
  })

  test('is told of once when it becomes low and once when it is back, also before the directory is there', async () => {
    const reserve = { bytes: 2 * free(), share: 0 }
    const told: boolean[] = []
    const room = new DiskRoom([join(tmpdir(), 'not/there/yet')], reserve, (isLow) => told.push(isLow))
    await expect(room.expect(1)).rejects.toMatchObject({ status: 507 })
    expect(told).toEqual([true])
    expect([await room.isLow(), await room.isLow()]).toEqual([true, true])
    reserve.bytes = 0
    expect([await room.isLow(), await room.isLow()]).toEqual([false, false])
    expect(told).toEqual([true, false])
  })
})
