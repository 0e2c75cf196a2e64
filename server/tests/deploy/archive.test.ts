import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { scratch } from '../../testing/backups.ts'
import { run } from '../../testing/commands.ts'
import { type Product, signIn, startProduct } from '../../testing/product.ts'

/** A base waits for the backup that is due with the first start. */
const patient = { timeout: 60_000, interval: 50 }

const running: Product[] = []
afterEach(async () => {
  for (const product of running.splice(0)) await product.end('SIGKILL')
})

async function start(environment: Record<string, string>): Promise<Product> {
  const product = await startProduct({ ARCHIVE: 'on', ARCHIVE_SECONDS: '1', ...environment })
  running.push(product)
  return product
}

type Headers = Record<string, string>

async function addDepartment(base: string, headers: Headers, name: string): Promise<number> {
  const answer = await fetch(`${base}/departments`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { id: number } }).data.id
}

async function addFile(base: string, headers: Headers, department: number, title: string): Promise<void> {
  const form = new FormData()
  form.set('title', title)
  form.set('department_id', String(department))
  form.set('file', new File([`%PDF-1.4\n${title}`], 'atlas.pdf', { type: 'application/pdf' }))
  const answer = await fetch(`${base}/libraries`, { method: 'POST', headers, body: form })
  expect(answer.status, await answer.text()).toBe(201)
}

async function namesOf(base: string, headers: Headers): Promise<string[]> {
  const answer = await fetch(`${base}/departments?per_page=500`, { headers })
  return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name).sort()
}

/** The names of what an archive in a directory holds. */
const archived = (place: string) => readdirSync(join(place, 'archive'), { recursive: true }).map(String)

test('what was written to a minute before a bad import is there again, and the import is not', {
  timeout: 180_000,
}, async () => {
  const [top, BACKUP_DIR] = [scratch(), scratch()]
  for (const place of [top, BACKUP_DIR]) chmodSync(place, 0o777)
  const lost = await start({ DATA_DIR: join(top, 'lost college'), BACKUP_DIR })
  const headers = await signIn(lost.base)
  const medicine = await addDepartment(lost.base, headers, 'Medicine')
  await addFile(lost.base, headers, medicine, 'Of the base')
  await expect.poll(lost.said, patient).toContain('a base was archived')

  await addDepartment(lost.base, headers, 'Surgery')
  await addFile(lost.base, headers, medicine, 'After the base')
  await sleep(50)
  const instant = new Date().toISOString()
  await sleep(50)
  await addDepartment(lost.base, headers, 'Imported by mistake')
  const stamp = instant.replaceAll(':', '-')
  const isCovered = () =>
    archived(BACKUP_DIR).some((name) => /\/log\/.*@(.*)@/.exec(name)?.[1]?.localeCompare(stamp) === 1)
  await expect.poll(isCovered, patient).toBe(true)
  await expect.poll(() => archived(BACKUP_DIR).filter((name) => /files\/..\/./.test(name)).length, patient).toBe(2)
  await lost.end('SIGKILL')

  const DATA_DIR = join(top, 'restored college')
  const environment = { DATA_DIR, BACKUP_DIR, COLLEGE_TIMEZONE: 'Asia/Karachi' }
  const far = await run('restore', environment, '--until', '2031-01-01 10:00')
  expect([far.status, far.said]).toEqual([
    1,
    expect.stringMatching(
      /the archive does not cover 2031-01-01 10:00:00: it can restore from 20.* to 20.* \(Asia\/Karachi\)\n$/,
    ),
  ])
  const restored = await run('restore', environment, '--until', instant)
  expect(restored.status, restored.said).toBe(0)
  expect(restored.said).toContain(`(${instant}); everybody signs in again:`)

  const found = await start({ DATA_DIR, BACKUP_DIR })
  expect((await fetch(`${found.base}/auth/me`, { headers })).status).toBe(401)
  const again = await signIn(found.base)
  expect(await namesOf(found.base, again)).toEqual(['Medicine', 'Surgery'])
  const answer = await fetch(`${found.base}/libraries`, { headers: again })
  const { data } = (await answer.json()) as { data: { id: number; title: string }[] }
  expect(data.map(({ title }) => title).sort()).toEqual(['After the base', 'Of the base'])
  for (const { id, title } of data) {
    const file = await fetch(`${found.base}/libraries/${id}/download`, { headers: again })
    expect([file.status, await file.text()]).toEqual([200, `%PDF-1.4\n${title}`])
  }
  // Another history has begun, from a base of its own.
  await expect.poll(found.said, patient).toContain('a base was archived')
  expect(archived(BACKUP_DIR).some((name) => /\/log\/00000002\.history@/.test(name))).toBe(true)
  expect(await found.end('SIGTERM')).toEqual([0, null])
  running.splice(0)
  const trail = await run('trail-check', { DATA_DIR })
  expect(trail.said).toContain('The audit trail is whole.')
})
