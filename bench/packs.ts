import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { callerOf } from '../server/core/caller.ts'
import { dayIn } from '../server/core/clock.ts'
import { findHolder } from '../server/core/login.ts'
import { connect } from '../server/db/open.ts'
import { makerOf } from '../server/documents/pdf/maker.ts'
import { makeReport } from '../server/documents/pdf/pdf.ts'
import type { PdfReport } from '../server/documents/pdf/report.ts'
import { partsOf } from '../server/features/inspection-packs/making.ts'
import { features } from '../server/features.ts'
import { readSettings } from '../server/settings.ts'
import { PACK_DAYS_MAX } from '../shared/limits.ts'
import { dayAfter } from '../shared/session-times.ts'
import { type AttendanceCollege, loadAttendance } from './attendance-college.ts'
import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { type RunningServer, startProduct } from './processes.ts'
import { atMost, type Result } from './report.ts'

const ADMIN = 1
const LOOKED_EVERY_MS = 500
/** PDFs before the clock runs: the process that makes them reads its fonts with the first. */
const WARM = 3

type Opened = AttendanceCollege & RunningServer

const TO = dayIn('Asia/Karachi')
const FROM = dayAfter(TO, 1 - PACK_DAYS_MAX)

async function ask<T>({ port, token }: Opened, path: string, init: RequestInit = {}): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/api/inspection-packs${path}`, { ...init, headers })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

interface Made {
  seconds: number
  files: number
  bytes: number
  /** The most memory of the server meanwhile, in MB. */
  memory: number
}

/** Has a pack made, and looks at the server meanwhile. */
async function makePack(opened: Opened): Promise<Made> {
  const body = JSON.stringify({ batch_id: opened.batchId, from: FROM, to: TO })
  const { data: asked } = await ask<{ data: { id: number } }>(opened, '', { method: 'POST', body })
  interface Pack {
    id: number
    state: string
    failure: string | null
    begun_at: string
    finished_at: string | null
    files_done: number
    size: number
  }
  let memory = 0
  for (;;) {
    await sleep(LOOKED_EVERY_MS)
    memory = Math.max(memory, opened.memory())
    const { data } = await ask<{ data: Pack[] }>(opened, '')
    const pack = data.find(({ id }) => id === asked.id)
    if (pack?.state === 'failed') throw new Error(`No pack: ${pack.failure}`)
    if (pack?.finished_at) {
      const seconds = (Date.parse(pack.finished_at) - Date.parse(pack.begun_at)) / 1000
      return { seconds, files: pack.files_done, bytes: pack.size, memory }
    }
  }
}

/** Reads the reports of the pack, and then makes their PDFs and nothing else. @returns the seconds that these take */
async function pdfsAlone({ url, batchId }: Opened): Promise<{ seconds: number; count: number }> {
  const { db, close } = connect({ connectionString: url, max: 2, statement_timeout: false })
  try {
    const settings = readSettings({})
    const holder = await findHolder(db, ADMIN)
    if (!holder) throw new Error('The administrator is gone')
    const caller = callerOf(holder, settings.COLLEGE_TIMEZONE)
    const of = { batch: { id: batchId, name: 'MBBS 1' }, from: FROM, to: TO }
    const call = { db, caller, of, maker: makerOf({ settings }), settings, openKept: async () => undefined }
    const reports: PdfReport[] = []
    for (const part of partsOf(features))
      for (const file of await part.files(call)) {
        const paper = await file.read()
        if (paper && !Buffer.isBuffer(paper.report)) reports.push(paper.report)
      }
    for (const report of reports.slice(0, WARM)) await makeReport(report)
    const begun = performance.now()
    for (const report of reports) await makeReport(report)
    return { seconds: (performance.now() - begun) / 1000, count: reports.length }
  } finally {
    await close()
  }
}

/** The pack of a batch with five years of registers: against its PDFs alone, and what it takes of the server's memory. */
export async function benchPacks(college: College, { packed }: Plan): Promise<Result[]> {
  const loaded = await loadAttendance(college, 'packs', { batches: 0, students: 0, haveLeft: true })
  const owner = connect({ connectionString: loaded.url, max: 1 })
  await sql`delete from student_batches where batch_id = ${loaded.batchId} and student_id not in (
    select student_id from student_batches where batch_id = ${loaded.batchId} order by student_id limit ${packed})`.execute(
    owner.db,
  )
  await owner.close()
  const environment = { DATABASE_URL: loaded.url, DATA_DIR: join(college.directory, 'packs') }
  const opened = { ...loaded, ...(await startProduct(environment)) }
  try {
    const before = opened.memory()
    // Before and after, so that a machine that is busy with something else is so for both.
    const first = await pdfsAlone(opened)
    const { seconds, files, bytes, memory } = await makePack(opened)
    const last = await pdfsAlone(opened)
    const alone = { seconds: (first.seconds + last.seconds) / 2, count: last.count }
    return [
      atMost(
        3,
        `pack of a batch of ${packed}, in times of its PDFs alone`,
        seconds / alone.seconds,
        `${seconds.toFixed(1)} to ${alone.seconds.toFixed(1)} s, ${files} files, ${alone.count} PDFs, ${(bytes / 1e6).toFixed(1)} MB`,
      ),
      atMost(250, 'memory of the server while it is made, MB', memory, `${before.toFixed(0)} before`),
    ]
  } finally {
    await opened.stop()
  }
}
