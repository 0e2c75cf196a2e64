import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openLogin } from '../core/login.ts'
import type { Db } from '../db/types.ts'
import { furnish } from './furniture.ts'
import { makers } from './make.ts'
import { soon } from './product.ts'
import { form } from './uploads.ts'

/** The pause for a server that is away for a moment. */
const AGAIN_MS = 100
const STUDENTS = 4
/** Each may add 2,000 departments a day. */
const ADMINS = 4

interface Register {
  remarks: string
  session: number
  statuses: Map<number, string>
}

/** Teachers and students at work over one address, who send each write again, with its key, until it is answered. */
export interface Recording {
  statuses: Map<number, number>
  /** Answers of the busy kind that do not say when to come again, or not in our form. */
  odd: string[]
  unanswered(): number
  count(): number
  /** Waits until some more writes were acknowledged. */
  more(many?: number): Promise<void>
  end(): Promise<void>
  /** Returns those that the database does not have exactly once, and as they were sent. */
  wrong(db: Db): Promise<string[]>
}

type Headers = Record<string, string>

/** Puts a small college into the database, with the people who write in it. */
async function staffAndStudents(db: Db, tasks: number) {
  const { medicine, batch, wards, people } = await furnish(db)
  const make = makers(db)
  const students = []
  for (let n = 0; n < STUDENTS; n += 1) students.push(await make.student(batch, wards))
  const works: number[] = []
  for (let n = 0; n < tasks; n += 1) works.push(await make.task(medicine, [wards]))
  const staff = await db
    .selectFrom('staff')
    .select('id')
    .where('user_id', '=', people.faculty)
    .executeTakeFirstOrThrow()
  const signIn = async (userId: number): Promise<Headers> => {
    const token = await db.transaction().execute((tx) => openLogin(tx, userId, undefined))
    return { authorization: `Bearer ${token}` }
  }
  return {
    session: { department_id: medicine, batch_id: batch, group_id: wards, staff_id: staff.id },
    admins: await Promise.all(Array.from({ length: ADMINS }, async () => signIn(await make.person('admin')))),
    faculty: await signIn(people.faculty),
    students: await Promise.all(students.map(async ({ id, userId }) => ({ id, headers: await signIn(userId) }))),
    works,
  }
}

/** Begins with registers, handed-in work and departments, `db` being for the college that it is done in. */
export async function keepRecording(base: string, db: Db, tasks = 400): Promise<Recording> {
  const college = await staffAndStudents(db, tasks)
  const statuses = new Map<number, number>()
  const odd: string[] = []
  const registers: Register[] = []
  const files = new Map<string, string>()
  const departments: string[] = []
  const refused: string[] = []
  let unanswered = 0
  let isOver = false

  /** Sends one write until it is done; what it answers. */
  async function send(
    path: string,
    headers: Headers,
    body: () => object,
  ): Promise<Record<string, unknown> | undefined> {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const content = body()
      const isForm = content instanceof FormData
      const answer = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { ...headers, ...key, ...(isForm ? {} : { 'content-type': 'application/json' }) },
        body: isForm ? content : JSON.stringify(content),
      }).catch(() => undefined)
      const text = await answer?.text().catch(() => undefined)
      if (!answer || text === undefined) unanswered += 1
      else {
        const { status } = answer
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 201 || status === 200) return (JSON.parse(text) as { data: Record<string, unknown> }).data
        if (status !== 503) {
          refused.push(`${path}: ${status} ${text}`)
          return undefined
        }
        if (!answer.headers.get('retry-after') || !/^\{"message":"[^"]+"\}$/.test(text)) odd.push(`${status} ${text}`)
      }
      await sleep(AGAIN_MS)
    }
  }

  /** A new session, and its register with another status for each student each time. */
  async function takeRegister(turn: number): Promise<void> {
    const remarks = `Round ${turn}`
    const times = { activity_date: '2026-03-10', start_time: '09:00', end_time: '10:00' }
    const made = await send('/attendance-sessions', college.faculty, () => ({ ...college.session, ...times, remarks }))
    if (!made) return
    const marks = new Map(
      college.students.map(({ id }, at) => [id, ['present', 'absent', 'leave'][(turn + at) % 3] ?? '']),
    )
    const entries = [...marks].map(([student_id, status]) => ({ student_id, status }))
    const session = Number(made.id)
    const taking = { attendance_session_id: session, submission_type: 'bulk_create', submissions: entries }
    if (await send('/attendance-submissions', college.faculty, () => taking))
      registers.push({ remarks, session, statuses: marks })
  }
  async function handIn(student: (typeof college.students)[number], turn: number): Promise<void> {
    const task = college.works[turn]
    if (task === undefined) return void (await sleep(AGAIN_MS))
    const name = `work-${student.id}-${task}.pdf`
    const work = () => form({ task_id: String(task) }, name)
    const file = work().get('files[0]') as File
    const sha256 = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex')
    if (await send('/task-submissions', student.headers, work)) files.set(`${task}/${student.id}`, sha256)
  }
  async function addDepartment(turn: number): Promise<void> {
    const name = `Department of round ${turn}`
    const admin = college.admins[turn % ADMINS] ?? {}
    if (await send('/departments', admin, () => ({ name }))) departments.push(name)
  }
  const goOn = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn += 1) await work(turn)
  }
  const all = Promise.all([
    goOn(takeRegister),
    goOn(addDepartment),
    ...college.students.map((student) => goOn((turn) => handIn(student, turn))),
  ])
  const count = () => registers.length + files.size + departments.length
  return {
    statuses,
    odd,
    unanswered: () => unanswered,
    count,
    more: async (many = 20) => {
      const before = count()
      await expect.poll(count, soon).toBeGreaterThan(before + many)
    },
    end: async () => {
      isOver = true
      await all
    },
    wrong: async (there) => {
      const found = [...refused]
      const equal = (what: string, rows: readonly string[], sent: readonly string[]) => {
        for (const one of new Set([...rows, ...sent])) {
          const [has, wanted] = [rows, sent].map((list) => list.filter((other) => other === one).length)
          if (has !== wanted) found.push(`${what} ${one}: ${has} instead of ${wanted}`)
        }
      }
      const sessions = await there.selectFrom('attendance_sessions').select(['id', 'remarks']).execute()
      equal(
        'session',
        sessions.map(({ id, remarks }) => `${id} ${remarks}`),
        registers.map(({ session, remarks }) => `${session} ${remarks}`),
      )
      const entries = await there.selectFrom('attendance_submissions').selectAll().execute()
      equal(
        'entry',
        entries.map((row) => `${row.attendance_session_id} ${row.student_id} ${row.status}`),
        registers.flatMap(({ session, statuses: sent }) =>
          [...sent].map(([id, status]) => `${session} ${id} ${status}`),
        ),
      )
      const works = await there
        .selectFrom('task_submissions as s')
        .innerJoin('submission_files as f', 'f.submission_id', 's.id')
        .select(['s.task_id', 's.student_id', 'f.sha256'])
        .execute()
      equal(
        'work',
        works.map((row) => `${row.task_id}/${row.student_id} ${row.sha256.toString('hex')}`),
        [...files].map(([what, sha256]) => `${what} ${sha256}`),
      )
      const names = await there
        .selectFrom('departments')
        .select('name')
        .where('name', 'like', 'Department of%')
        .execute()
      equal(
        'department',
        names.map(({ name }) => name),
        departments,
      )
      return found
    },
  }
}
