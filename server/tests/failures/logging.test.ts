import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { type Product, signIn, soon, startProduct } from '../../testing/product.ts'

const ROUNDS = 8
const ROUND = 10
const PASSWORD = 'Logs-on-a-ward-1'

let directory: string
let product: Product | undefined

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-logging-'))
  chmodSync(directory, 0o755)
})
afterEach(async () => {
  await product?.end('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

type Headers = Record<string, string>

async function start(): Promise<string> {
  product = await startProduct({ DATA_DIR: directory })
  return product.base
}

const send = (base: string, path: string, headers: Headers, body: object) =>
  fetch(`${base}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function create(base: string, path: string, headers: Headers, body: object) {
  const answer = await send(base, path, headers, body)
  const reply = (await answer.json()) as { data: { id: number; initial_password?: string }; message?: string }
  if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}: ${reply.message}`)
  return reply.data
}

/** Signs in with the first password and gives another one, as a person does. */
async function settle(base: string, email: string, initial: string | undefined): Promise<Headers> {
  const first = await signIn(base, email, initial)
  await send(base, '/auth/change-password', first, { current_password: initial, password: PASSWORD })
  return signIn(base, email, PASSWORD)
}

/** A department with a teacher, a skill, and a student of one of its groups. */
async function furnish(base: string) {
  const admin = await signIn(base)
  const { id: department_id } = await create(base, '/departments', admin, { name: 'Medicine' })
  const { id: batch_id } = await create(base, '/batches', admin, { name: 'MBBS 2026', current_year: '3rd Year' })
  const { id: group_id } = await create(base, '/groups', admin, { name: 'Wards', batch_id, department_id })
  const { id: designation_id } = await create(base, '/designations', admin, { name: 'Registrar' })
  const { data: roles } = (await (await fetch(`${base}/roles?per_page=100`, { headers: admin })).json()) as {
    data: { id: number; name: string }[]
  }
  const role_id = roles.find(({ name }) => name === 'faculty')?.id
  const teacher = { name: 'Dr Sana', email: 'sana@college.test', department_id, designation_id, role_id }
  const staff = await create(base, '/staff', admin, teacher)
  const pupil = { name: 'Ali', email: 'ali@college.test', batch_id }
  const student = await create(base, '/students', admin, pupil)
  await send(base, '/student-groups/assign', admin, { group_id, student_ids: [student.id] })
  const skill = await create(base, '/skills', admin, { name: 'Cannulation', department_id })
  return {
    admin,
    teacher: await settle(base, teacher.email, staff.initial_password),
    pupil: await settle(base, pupil.email, student.initial_password),
    entry: { skill_id: skill.id, supervisor_id: staff.id, level: 'supervised' },
  }
}

test('kill -9 while a device logs and a teacher signs: each performance is there once, and no signature is lost', async () => {
  const base = await start()
  const { teacher, pupil, entry } = await furnish(base)
  const performed_on = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    Array.from({ length: ROUND }, (_, at) => ({ ...entry, performed_on, key: `round-${round}-entry-${at}` })),
  )
  const logged = new Set<string>()
  const signed = new Set<number>()
  /** Logs a round and has it signed; what has no answer is sent again by its device later. */
  const work = async (at: string, round: (typeof rounds)[number]) => {
    const answer = await send(at, '/log-entries', pupil, { entries: round }).catch(() => undefined)
    if (answer?.status !== 201) return
    const { data } = (await answer.json()) as { data: LogEntry[] }
    for (const { key } of data) logged.add(key ?? '')
    const ids = data.filter(({ status }) => status === 'logged').map(({ id }) => id)
    if (ids.length === 0) return
    const signing = await send(at, '/log-entries/sign', teacher, { ids, decision: 'completed' }).catch(() => undefined)
    if (signing?.status === 200) for (const id of ids) signed.add(id)
  }
  const working = Promise.all(rounds.map((round) => work(base, round)))
  await expect.poll(() => signed.size, soon).toBeGreaterThan(0)
  await product?.end('SIGKILL')
  await working

  const again = await start()
  const before = await entriesOf(again, pupil)
  expect([...logged].filter((key) => !before.some((one) => one.key === key))).toEqual([])
  expect([...signed].filter((id) => before.find((one) => one.id === id)?.status !== 'signed')).toEqual([])
  for (const round of rounds) await work(again, round)
  const after = await entriesOf(again, pupil)
  expect(after.map(({ key }) => key).sort()).toEqual(
    rounds
      .flat()
      .map(({ key }) => key)
      .sort(),
  )
  expect(after.every(({ status }) => status === 'signed')).toBe(true)
  const totals = await fetch(`${again}/log-entries?status=signed&per_page=1`, { headers: teacher })
  expect(((await totals.json()) as { meta: { total: number } }).meta.total).toBe(ROUNDS * ROUND)
}, 90_000)

async function entriesOf(base: string, headers: Headers): Promise<LogEntry[]> {
  const answer = await fetch(`${base}/log-entries?per_page=500`, { headers })
  return ((await answer.json()) as { data: LogEntry[] }).data
}
