import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { ReportRow } from '../shared/contract/student-reports.ts'
import { median, requestText } from './asking.ts'
import { type AttendanceCollege, BATCH, loadAttendance } from './attendance-college.ts'
import type { College } from './college.ts'
import { beside, compete, overHttp, type Plan } from './contest.ts'
import { type RunningServer, startProduct } from './processes.ts'
import { atMost, type Result } from './report.ts'

/** Documents of one round. */
const EACH = 5

/** The calls after which the costly calls are forgotten: a person may make a hundred in ten minutes, the bench more. */
const FORGET_AFTER = 50

type OpenedCollege = AttendanceCollege & RunningServer & { pool: pg.Pool; calls: number }

/** The report of 500 students as PDF: what it takes, what others feel of it, and what stays in memory. */
export async function benchDocuments(college: College, plan: Plan): Promise<Result[]> {
  const loaded = await loadAttendance(college, 'documents', { batches: 0, students: 0, haveLeft: true })
  const environment = { DATABASE_URL: loaded.url, DATA_DIR: join(college.directory, 'documents') }
  const pool = new pg.Pool({ connectionString: loaded.url, max: 1 })
  const opened = { ...loaded, ...(await startProduct(environment)), pool, calls: 0 }
  try {
    return [await benchMaking(opened, plan), await benchOthers(opened, plan), await benchMemory(opened, plan)]
  } finally {
    await opened.stop()
    await pool.end()
  }
}

const pathOf = ({ departmentId, batchId }: AttendanceCollege, to = '') =>
  `/api/student-reports${to}?department_id=${departmentId}&batch_id=${batchId}`

/** Asks for the document to its last byte; resolves with its size. */
async function askDocument(opened: OpenedCollege): Promise<number> {
  opened.calls += 1
  if (opened.calls % FORGET_AFTER === 0) await opened.pool.query('delete from costly_calls')
  const headers = { authorization: `Bearer ${opened.token}` }
  const answer = await fetch(`http://127.0.0.1:${opened.port}${pathOf(opened, '/export/pdf')}`, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error(`No PDF but ${answer.status}`)
  return bytes.length
}

/** Against pdfkit alone in a thread, with the same cells in the same font: no query, no layout, no head, no totals. */
async function benchMaking(opened: OpenedCollege, { rounds }: Plan): Promise<Result> {
  const headers = { authorization: `Bearer ${opened.token}` }
  const list = await fetch(`http://127.0.0.1:${opened.port}${pathOf(opened)}&per_page=${BATCH}`, { headers })
  const { data } = (await list.json()) as { data: ReportRow[] }
  if (data.length !== BATCH) throw new Error(`A report of ${data.length} rows`)
  const rows = data.map(({ name, roll_no, tasks_assigned, tasks_submitted, attendance_summary }) => [
    name,
    roll_no ?? '',
    `${tasks_submitted}/${tasks_assigned}`,
    ...[attendance_summary.present, attendance_summary.absent, attendance_summary.leave].map(String),
    `${attendance_summary.percentage}%`,
    '-',
  ])
  const worker = new Worker(new URL('./bare-pdf.ts', import.meta.url))
  const bare = async () => {
    worker.postMessage(rows)
    const [size] = await once(worker, 'message')
    return size as number
  }
  const timeOf = async (make: () => Promise<number>) => {
    const start = performance.now()
    for (let n = 0; n < EACH; n++) await make()
    return (performance.now() - start) / EACH
  }
  const times = { product: [] as number[], bare: [] as number[] }
  for (let n = 0; n < 2; n++) await Promise.all([timeOf(() => askDocument(opened)), timeOf(bare)])
  for (let round = 0; round < rounds; round++) {
    times.product.push(await timeOf(() => askDocument(opened)))
    times.bare.push(await timeOf(bare))
  }
  const sizes = [await askDocument(opened), await bare()].map((bytes) => `${(bytes / 1000).toFixed(0)} kB`)
  await worker.terminate()
  return atMost(
    3,
    `PDF of ${BATCH} students, in times of pdfkit alone`,
    median(times.product.map((time, round) => time / (times.bare[round] ?? Number.NaN))),
    `${median(times.product).toFixed(0)} to ${median(times.bare).toFixed(0)} ms, ${sizes.join(' to ')}`,
  )
}

/** A list, asked for while one document after the other is made, and while none is. */
async function benchOthers(opened: OpenedCollege, plan: Plan): Promise<Result> {
  const list = requestText('GET', `/api/attendance-sessions/group/${opened.groupIds[0]}`, opened.token)
  const alone = overHttp(opened.port, () => list)
  const { meanwhile, made } = beside(alone, () => askDocument(opened))
  const { of, ratio } = await compete({ meanwhile, alone }, plan)
  return atMost(
    2,
    'p99 of a list while PDFs are made, of that without',
    ratio('p99', 'meanwhile', 'alone'),
    `${of('meanwhile').p99.toFixed(1)} to ${of('alone').p99.toFixed(1)} ms, ${made()} PDFs`,
  )
}

async function benchMemory(opened: OpenedCollege, { documents }: Plan): Promise<Result> {
  const before = opened.memory()
  let most = before
  for (let n = 0; n < documents; n += 4) {
    await Promise.all([1, 2, 3, 4].map(() => askDocument(opened)))
    most = Math.max(most, opened.memory())
  }
  await sleep(1000)
  return atMost(
    250,
    `memory of the server while ${documents} more PDFs are made, MB`,
    most,
    `${before.toFixed(0)} before, ${opened.memory().toFixed(0)} after`,
  )
}
