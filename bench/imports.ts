import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { ImportPreview } from '../shared/contract/imports.ts'
import { median, requestText } from './asking.ts'
import { type AttendanceCollege, loadAttendance } from './attendance-college.ts'
import type { College } from './college.ts'
import { beside, compete, overHttp, type Plan } from './contest.ts'
import { type RunningServer, startProduct } from './processes.ts'
import { atMost, type Result } from './report.ts'

/** The previews after which the costly calls are forgotten: a person may make a hundred in ten minutes, the bench more. */
const FORGET_AFTER = 50

type OpenedCollege = AttendanceCollege & RunningServer & { pool: pg.Pool; calls: number; batch: string }

/** The preview of a file of students: its time, what others feel of it, and what stays in memory. */
export async function benchImports(college: College, plan: Plan): Promise<Result[]> {
  const loaded = await loadAttendance(college, 'imports', { batches: 0, students: 0, haveLeft: true })
  const pool = new pg.Pool({ connectionString: loaded.url, max: 1 })
  const environment = { DATABASE_URL: loaded.url, DATA_DIR: join(college.directory, 'imports') }
  const product = await startProduct(environment)
  try {
    const { rows } = await pool.query<{ name: string }>('select name from batches where id = 1')
    const opened = { ...loaded, ...product, pool, calls: 0, batch: rows[0]?.name ?? '' }
    const file = fileOf(opened, plan.importRows)
    return [
      await benchPreview(opened, file, plan),
      await benchOthers(opened, file, plan),
      await benchMemory(opened, file, plan),
    ]
  } finally {
    await product.stop()
    await pool.end()
  }
}

const HEADINGS = 'Roll Number,Name,Email,Batch,Phone,Gender,Date of Birth,Group in Department 1'

/** A clerk's file of so many new students, with days and phones that have to be read. */
function fileOf({ batch }: OpenedCollege, count: number): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const day = `2004-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`
    return `MBBS-${90_000 + n},Muhammad Number ${n},new${n}@import.test,${batch},0300${String(1_000_000 + n)},Male,${day},`
  })
  return `${[HEADINGS, ...rows].join('\n')}\n`
}

/** Asks for a preview to its last byte; resolves with the number of rows that would be added. */
async function askPreview(opened: OpenedCollege, file: string): Promise<number> {
  opened.calls += 1
  if (opened.calls % FORGET_AFTER === 0) await opened.pool.query('delete from costly_calls')
  const form = new FormData()
  form.set('file', new Blob([file]), 'students.csv')
  const answer = await fetch(`http://127.0.0.1:${opened.port}/api/imports/students/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${opened.token}` },
    body: form,
  })
  const { data } = (await answer.json()) as { data?: ImportPreview }
  if (!data) throw new Error(`No preview but ${answer.status}`)
  return data.rows.filter(({ outcome }) => outcome === 'create').length
}

/** Against the parser and the contract's schema alone in a thread: no upload, no names, no twins, no answer. */
async function benchPreview(opened: OpenedCollege, file: string, { rounds, importRows }: Plan): Promise<Result> {
  const worker = new Worker(new URL('./bare-sheet.ts', import.meta.url))
  const bare = async () => {
    worker.postMessage(file)
    const [right] = await once(worker, 'message')
    return right as number
  }
  const timeOf = async (read: () => Promise<number>) => {
    const start = performance.now()
    if ((await read()) !== importRows) throw new Error('Not every row is right')
    return performance.now() - start
  }
  const times = { product: [] as number[], bare: [] as number[] }
  for (let n = 0; n < 2; n++) await Promise.all([timeOf(() => askPreview(opened, file)), timeOf(bare)])
  for (let round = 0; round < rounds; round++) {
    times.product.push(await timeOf(() => askPreview(opened, file)))
    times.bare.push(await timeOf(bare))
  }
  await worker.terminate()
  return atMost(
    3,
    `preview of ${importRows} rows, in times of parsing and checking alone`,
    median(times.product.map((time, round) => time / (times.bare[round] ?? Number.NaN))),
    `${median(times.product).toFixed(0)} to ${median(times.bare).toFixed(0)} ms`,
  )
}

/** A list, asked for while one preview after the other is made, and while none is. */
async function benchOthers(opened: OpenedCollege, file: string, plan: Plan): Promise<Result> {
  const list = requestText('GET', `/api/attendance-sessions/group/${opened.groupIds[0]}`, opened.token)
  const alone = overHttp(opened.port, () => list)
  const { meanwhile, made } = beside(alone, () => askPreview(opened, file))
  const { of, ratio } = await compete({ meanwhile, alone }, plan)
  return atMost(
    2,
    'p99 of a list while files are previewed, of that without',
    ratio('p99', 'meanwhile', 'alone'),
    `${of('meanwhile').p99.toFixed(1)} to ${of('alone').p99.toFixed(1)} ms, ${made()} previews`,
  )
}

async function benchMemory(opened: OpenedCollege, file: string, { documents }: Plan): Promise<Result> {
  const before = opened.memory()
  let most = before
  for (let n = 0; n < documents; n += 2) {
    // One person has two uploads at a time.
    await Promise.all([1, 2].map(() => askPreview(opened, file)))
    most = Math.max(most, opened.memory())
  }
  await sleep(1000)
  // The files of the rounds before have been read by then, so that growth would go on.
  return atMost(
    1.25,
    `memory of the server while ${documents} more files are previewed, of that before`,
    most / before,
    `${most.toFixed(0)} to ${before.toFixed(0)} MB, ${opened.memory().toFixed(0)} after`,
  )
}
