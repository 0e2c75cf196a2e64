import { createHash, randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, signIn, startProduct } from '../../testing/product.ts'
import { form } from '../../testing/uploads.ts'

/** The times that something is killed: the server, a busy backend, the postmaster, in turns. */
const KILLS = Number(process.env.KILLS ?? 1000)
const STUDENTS = 6
/** Each student hands each task in once: with the work of each task a file is stored. */
const TASKS = Math.min(6000, KILLS * 2 + 100)
const STUDENT_PASSWORD = 'Durable-student-1'

let directory: string
let product: Product
/** The writes that the server acknowledged: names of departments, and the SHA-256 of a file by its submission. */
const departments = new Set<string>()
const files = new Map<number, string>()
const statuses = new Map<number, number>()

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-kills-'))
  chmodSync(directory, 0o755)
})
afterAll(async () => {
  await product?.end('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
  // The product has 20 seconds for open requests.
}, 60_000)

const start = async () => {
  product = await startProduct({ DATA_DIR: directory })
}

async function call(path: string, headers: Record<string, string>, body: FormData | object): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(`${product.base}${path}`, {
    method: 'POST',
    headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
  })
}

/** The record that a create answers with. */
async function create(path: string, headers: Record<string, string>, body: object) {
  const answer = await call(path, headers, body)
  const reply = (await answer.json()) as { data: { id: number; initial_password?: string }; message?: string }
  if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}: ${reply.message}`)
  return reply.data
}

/** A department with a group of students, who can sign in and have tasks to hand in. */
async function furnish(admin: Record<string, string>) {
  const { id: department_id } = await create('/departments', admin, { name: 'Medicine' })
  const { id: batch_id } = await create('/batches', admin, { name: 'Batch 2026', current_year: '1st Year' })
  const { id: group_id } = await create('/groups', admin, { name: 'Wards', batch_id, department_id })
  const students = []
  for (let n = 0; n < STUDENTS; n += 1) {
    const email = `student${n}@college.test`
    const { id, initial_password } = await create('/students', admin, { name: `Student ${n}`, email, batch_id })
    const first = await signIn(product.base, email, initial_password)
    await call('/auth/change-password', first, { current_password: initial_password, password: STUDENT_PASSWORD })
    students.push({ id, headers: await signIn(product.base, email, STUDENT_PASSWORD) })
  }
  await call('/student-groups/assign', admin, { group_id, student_ids: students.map(({ id }) => id) })
  for (let n = 0; n < TASKS; n += 100) {
    const name = Array.from({ length: 100 }, (_, at) => `Task ${n + at}`)
    const answer = await call('/tasks', admin, {
      department_id,
      group_id: [group_id],
      name,
      detail: name.map(() => '1'),
    })
    if (answer.status !== 201) throw new Error(`tasks: ${answer.status} ${await answer.text()}`)
  }
  const listed = await fetch(`${product.base}/tasks?per_page=1`, { headers: admin })
  const { data } = (await listed.json()) as { data: { id: number }[] }
  return { students, newestTask: data[0]?.id ?? 0 }
}

/** Writes until it is over; what fails while something is dead is tried again as something new. */
async function write(isOver: () => boolean, work: () => Promise<Response>): Promise<void> {
  while (!isOver()) {
    const answer = await work().catch(() => undefined)
    if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    await sleep(!answer || answer.status >= 500 ? 50 : 5)
  }
}

/**
 * Waits until work is handed in, so that there are files to lose: the process that looks at a PDF starts with the first
 * one, which takes longer than most times between two kills. Ends after ten seconds without any.
 */
async function workIsHandedIn(): Promise<void> {
  const [before, deadline] = [files.size, Date.now() + 10_000]
  while (files.size === before && Date.now() < deadline) await sleep(20)
}

const cluster = () => {
  const pointer = join(directory, 'postgres-location.txt')
  return existsSync(pointer) ? (/^\/.*$/m.exec(readFileSync(pointer, 'utf8'))?.[0] ?? '') : join(directory, 'postgres')
}
const postmaster = () => Number.parseInt(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8'), 10)

/** The processes of the database that serve a connection. */
function backends(): number[] {
  const parent = String(postmaster())
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const isChild = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === parent
        return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('[local]')
      } catch {
        return false
      }
    })
}

const kills = {
  server: async () => {
    await product.end('SIGKILL')
    await start()
  },
  backend: async () => {
    const all = backends()
    const victim = all[randomInt(Math.max(1, all.length))]
    if (victim !== undefined) process.kill(victim, 'SIGKILL')
  },
  postmaster: async () => process.kill(postmaster(), 'SIGKILL'),
}

async function becomesWell(what: string, turn: number): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (!product.isRunning())
      throw new Error(`The server ended after the loss of a ${what} (kill ${turn}): ${product.said()}`)
    const answer = await fetch(`${product.base}/health`).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(50)
  }
  throw new Error(`The server was not well a minute after the loss of a ${what} (kill ${turn}): ${product.said()}`)
}

test(`${KILLS} kills lose nothing that was acknowledged, and every start works by itself`, async () => {
  await start()
  const admin = await signIn(product.base)
  const { students, newestTask } = await furnish(admin)
  let isOver = false
  let made = 0
  let handedIn = 0
  const writeDepartment = async () => {
    made += 1
    const name = `Department ${made}`
    const answer = await call('/departments', admin, { name })
    if (answer.status === 201) departments.add(name)
    return answer
  }
  const handIn = (student: (typeof students)[number]) => async () => {
    const task = newestTask - (handedIn % TASKS)
    handedIn += 1
    const work = form({ task_id: String(task) }, `work-${handedIn}.pdf`)
    const [file] = [...work.values()].filter((value) => value instanceof File)
    const answer = await call('/task-submissions', student.headers, work)
    if (answer.status === 201 && file) {
      const { data } = (await answer.json()) as { data: { id: number } }
      files.set(
        data.id,
        createHash('sha256')
          .update(Buffer.from(await file.arrayBuffer()))
          .digest('hex'),
      )
    }
    return answer
  }
  const writers = [
    ...[1, 2, 3].map(() => write(() => isOver, writeDepartment)),
    ...students.map((student) => write(() => isOver, handIn(student))),
  ]
  const ways = Object.entries(kills)
  for (let turn = 0; turn < KILLS; turn += 1) {
    const [what, kill] = ways[turn % ways.length] as (typeof ways)[number]
    if (turn % 10 === 0) await workIsHandedIn()
    await sleep(randomInt(20, 400))
    await kill()
    await becomesWell(what, turn)
  }
  isOver = true
  await Promise.all(writers)

  expect(statuses.get(500) ?? 0, product.said()).toBe(0)
  expect(departments.size).toBeGreaterThan(KILLS)
  expect(files.size).toBeGreaterThan(KILLS / 2)
  const names = new Set<string>()
  for (let page = 1, total = 1; (page - 1) * 500 < total; page += 1) {
    const answer = await fetch(`${product.base}/departments?per_page=500&page=${page}`, { headers: admin })
    const { data, meta } = (await answer.json()) as { data: { name: string }[]; meta: { total: number } }
    for (const { name } of data) names.add(name)
    total = meta.total
  }
  expect([...departments].filter((name) => !names.has(name))).toEqual([])
  const lost: string[] = []
  for (const [id, sha256] of files) {
    const answer = await fetch(`${product.base}/task-submissions/${id}`, { headers: admin })
    const { data } = (await answer.json()) as { data?: { files: string } }
    const [file] = JSON.parse(data?.files ?? '[]') as { name: string }[]
    const address = `${product.base}/task-submissions/${id}/files/${encodeURIComponent(file?.name ?? '')}/download`
    const bytes = Buffer.from(await (await fetch(address, { headers: admin })).arrayBuffer())
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) lost.push(`${id} ${file?.name}`)
  }
  expect(lost).toEqual([])
  process.stdout.write(
    `${KILLS} kills; acknowledged: ${departments.size} departments, ${files.size} files; answers ${JSON.stringify([...statuses])}\n`,
  )
}, 3_600_000)
