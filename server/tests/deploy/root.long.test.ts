import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { BROKEN } from '../../documents/sheets/lines.ts'
import { freePort, PASSWORD, type Product, signIn, startProduct } from '../../testing/product.ts'
import { usersOf } from '../../testing/rights.ts'
import { form } from '../../testing/uploads.ts'

const LIMIT = 120_000
const DEMO_PASSWORD = 'ClinicalElog1'
let product: Product | undefined
let leftovers: string[] = []

afterEach(async () => {
  await product?.end('SIGTERM')
  product = undefined
  for (const path of leftovers) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  leftovers = []
}, LIMIT)

const bits = (path: string) => statSync(path).mode & 0o777

/** A task of the student's that nothing was handed in for yet. */
async function openTask(base: string, headers: Record<string, string>): Promise<number> {
  type Rows = { data: { id: number; task_id: number; status: string }[] }
  const rows = async (path: string) => ((await (await fetch(`${base}${path}`, { headers })).json()) as Rows).data
  const [student] = await rows('/students')
  const handedIn = new Set((await rows(`/task-submissions/student/${student?.id}`)).map(({ task_id }) => task_id))
  const open = (await rows('/tasks')).find(({ id, status }) => status === 'active' && !handedIn.has(id))
  return open?.id ?? 0
}

describe.runIf(process.geteuid?.() === 0)('started as root', () => {
  test('below a directory that only root enters: no thread stays root, and all goes on as before', {
    timeout: LIMIT,
  }, async () => {
    const top = mkdtempSync('/root/elog-root-')
    leftovers.push(top)
    const directory = join(top, 'data')
    product = await startProduct({ DATA_DIR: directory }, '--demo')
    const pointer = join(directory, 'postgres-location.txt')
    if (existsSync(pointer)) leftovers.push(dirname(/^\/.*$/m.exec(readFileSync(pointer, 'utf8'))?.[0] as string))
    await product.end('SIGTERM')

    // Files of an earlier version: all root's, and open to others. And a file that nobody refers to.
    execFileSync('chown', ['-R', 'root:root', join(directory, 'files')])
    execFileSync('chown', ['root:root', directory])
    for (const path of [directory, join(directory, 'files'), join(directory, 'files/kept')]) chmodSync(path, 0o755)
    chmodSync(join(directory, 'server.lock'), 0o644)
    const orphan = join(directory, 'files/kept/00', '0'.repeat(40))
    mkdirSync(dirname(orphan), { recursive: true })
    writeFileSync(orphan, 'nobody’s')
    utimesSync(orphan, 1, 1)

    product = await startProduct({ DATA_DIR: directory }, '--demo')
    const { child, base, said } = product
    expect(usersOf(child.pid as number)).not.toContain(0)
    expect(said()).toMatch(/^Started as root; goes on as the user \w+\.$/m)
    for (const path of [directory, join(directory, 'files')]) expect(bits(path)).toBe(0o700)
    for (const name of ['server.lock', 'server.pid']) expect(bits(join(directory, name))).toBe(0o600)

    await expect.poll(() => existsSync(orphan)).toBe(false)
    const admin = await signIn(base, 'admin@college.test', DEMO_PASSWORD)
    const report = await fetch(`${base}/student-reports/export/pdf?department_id=1&batch_id=1`, { headers: admin })
    expect(report.status).toBe(200)
    expect((await report.text()).slice(0, 5)).toBe('%PDF-')
    const people = new FormData()
    people.set('file', new Blob(['Name,Email\nAyesha,ayesha@college.test\n']), 'people.csv')
    const preview = await fetch(`${base}/imports/staff/preview`, { method: 'POST', headers: admin, body: people })
    // Refused or not, it was read.
    expect(await preview.text()).not.toContain(BROKEN)
    expect([200, 422]).toContain(preview.status)

    const student = await signIn(base, 'student@college.test', DEMO_PASSWORD)
    const body = form({ task_id: String(await openTask(base, student)) }, 'work.pdf')
    const upload = await fetch(`${base}/task-submissions`, { method: 'POST', headers: student, body })
    expect(upload.status, await upload.clone().text()).toBe(201)
    const { data } = (await upload.json()) as { data: { id: number } }
    const file = await fetch(`${base}/task-submissions/${data.id}/files/work.pdf/download`, { headers: admin })
    expect(file.status).toBe(200)
    expect(await product.end('SIGTERM')).toEqual([0, null])
  })

  test('a program that only root can read: the server refuses to run, the demo warns', { timeout: LIMIT }, async () => {
    const hidden = mkdtempSync('/root/elog-program-')
    const directory = mkdtempSync('/tmp/elog-hidden-')
    leftovers.push(hidden, directory)
    // Else its database would lie in /var/lib, and stay there.
    chmodSync(directory, 0o755)
    for (const name of ['server', 'shared', 'node_modules', 'package.json'])
      symlinkSync(resolve(name), join(hidden, name))
    const run = (...options: string[]) =>
      spawn(
        process.execPath,
        ['--preserve-symlinks', '--preserve-symlinks-main', join(hidden, 'server/main.ts'), ...options],
        {
          env: { ...process.env, DATABASE_URL: '', DATA_DIR: join(directory, 'data'), PORT: String(port) },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
    const port = await freePort()
    const refused = run()
    const said = text(refused.stderr)
    expect(await once(refused, 'exit')).toEqual([1, null])
    expect(await said).toContain('cannot start: the server does not run as root, and the user ')
    expect(await said).toContain(`can't use ${hidden}: put it where`)
    expect(statSync(join(directory, 'data/files')).uid).toBe(0)

    const demo = run('--demo')
    const [warning] = await once(createInterface(demo.stdout), 'line')
    expect(warning).toContain(`WARNING: the demo stays root, since the user `)
    demo.kill('SIGKILL')
    await once(demo, 'exit')
  })
})

test('what is made is for nobody else’s eyes', { timeout: LIMIT }, async () => {
  const top = mkdtempSync('/tmp/elog-modes-')
  leftovers.push(top)
  chmodSync(top, 0o755)
  const directory = join(top, 'data')
  product = await startProduct({ DATA_DIR: directory })
  expect(usersOf(product.child.pid as number)).not.toContain(0)
  const headers = await signIn(product.base, undefined, PASSWORD)
  expect((await fetch(`${product.base}/departments`, { headers })).status).toBe(200)
  expect(bits(directory)).toBe(0o700)
  for (const name of readdirSync(directory)) expect(bits(join(directory, name)) & 0o077, name).toBe(0)
})
