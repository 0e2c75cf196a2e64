import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openLogin } from '../server/core/login.ts'
import { migrate } from '../server/db/migrate.ts'
import { connect } from '../server/db/open.ts'
import type { Db } from '../server/db/types.ts'
import { insertForIds, insertRows } from '../server/demo/insert.ts'
import { startEmbedded } from '../server/machine/embedded.ts'

const DEPARTMENTS = 8
/** Rows of the lists that are measured: members of a group, tasks of a group. */
export const LIST_ROWS = 60

export interface College {
  /** Reaches the database, as `DATABASE_URL`. */
  url: string
  /** A directory for whatever else the run leaves behind. */
  directory: string
  /** The login of a head of department. */
  token: string
  groupId: number
  /** A session of the group, with an entry for each member. */
  sessionId: number
  /** Ungraded submissions to the department's tasks. */
  submissionIds: number[]
  close(): Promise<void>
}

/** A cluster of its own with a database of a college of so many students; `close` leaves nothing behind. */
export async function openCollege(students: number): Promise<College> {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-bench-'))
  // As root the embedded server runs as somebody else, who has to come in.
  chmodSync(directory, 0o755)
  const server = await startEmbedded(join(directory, 'cluster'))
  const { host, port, user, database } = server
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  const close = async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const opened = connect({ connectionString: url, statement_timeout: false })
    await migrate(opened.db)
    const facts = await fill(opened.db, students)
    await opened.close()
    return { url, directory, ...facts, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes a database of this name beside the college's own; returns its address. */
export async function createDatabase({ url }: College, name: string): Promise<string> {
  const admin = connect({ connectionString: url })
  await sql`create database ${sql.id(name)}`.execute(admin.db)
  await admin.close()
  return url.replace(/\/[^/]*$/, `/${name}`)
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const person = (kind: string, n: number) => ({
  name: `${kind} Muhammad Number ${n}`,
  email: `${kind}${n}@college.test`,
  password_hash: 'none',
  must_change_password: false,
})

/** Every department divides the batch into groups of 60, each with 60 tasks of its own; one task in five is submitted. */
export async function fill(db: Db, count: number) {
  const roles = new Map((await db.selectFrom('roles').selectAll().execute()).map(({ id, name }) => [name, id]))
  const roleId = (name: string) => roles.get(name) ?? 0
  const departmentIds = await insertForIds(
    db,
    'departments',
    numbers(DEPARTMENTS).map((n) => ({ name: `Department ${n}` })),
  )
  const [departmentId = 0] = departmentIds
  const [hod = 0] = await insertForIds(db, 'users', [person('hod', 0)])
  await insertRows(db, 'user_roles', [{ user_id: hod, role_id: roleId('hod') }])
  const [designation_id = 0] = await insertForIds(db, 'designations', [{ name: 'Professor' }])
  await insertRows(db, 'staff', [{ user_id: hod, department_id: departmentId, designation_id }])

  const [batch_id = 0] = await insertForIds(db, 'batches', [{ name: 'Batch 2024', current_year: '3rd Year' }])
  const students = await fillStudents(db, batch_id, { count, roleId: roleId('student') })
  const groups = await fillGroups(db, batch_id, departmentIds, students)
  const own = groups.filter((group) => group.departmentId === departmentId)
  const submissionIds = await fillTasks(db, groups)
  const [measured] = own
  if (!measured) throw new Error('The department has no group')
  const sessionId = await fillSession(db, batch_id, measured)
  await sql`vacuum analyze`.execute(db)
  return {
    token: await db.transaction().execute((tx) => openLogin(tx, hod, undefined)),
    groupId: measured.id,
    sessionId,
    submissionIds: submissionIds.get(departmentId) ?? [],
  }
}

async function fillStudents(
  db: Db,
  batch_id: number,
  { count, roleId }: { count: number; roleId: number },
): Promise<number[]> {
  const people = numbers(count).map((n) => person('student', n))
  const userIds = await insertForIds(db, 'users', people)
  const userRoles = userIds.map((user_id) => ({ user_id, role_id: roleId }))
  await insertRows(db, 'user_roles', userRoles)
  const students = await insertForIds(
    db,
    'students',
    userIds.map((user_id, n) => ({ user_id, roll_no: `MBBS-24-${String(n).padStart(4, '0')}` })),
  )
  const links = students.map((student_id) => ({ student_id, batch_id }))
  await insertRows(db, 'student_batches', links)
  return students
}

interface FilledGroup {
  id: number
  departmentId: number
  members: number[]
}

async function fillGroups(db: Db, batch_id: number, departmentIds: number[], students: number[]) {
  const groups: FilledGroup[] = []
  for (const departmentId of departmentIds) {
    for (let from = 0; from < students.length; from += LIST_ROWS) {
      const name = `Group ${from / LIST_ROWS + 1}`
      const [id = 0] = await insertForIds(db, 'groups', [{ name, batch_id, department_id: departmentId }])
      const members = students.slice(from, from + LIST_ROWS)
      const links = members.map((student_id) => ({ student_id, group_id: id, department_id: departmentId }))
      await insertRows(db, 'student_groups', links)
      groups.push({ id, departmentId, members })
    }
  }
  return groups
}

/** Takes the attendance of a group. @returns the session's id */
async function fillSession(db: Db, batch_id: number, { id: group_id, departmentId, members }: FilledGroup) {
  const session = { department_id: departmentId, batch_id, group_id, staff_id: 1, activity_date: '2026-02-02' }
  const times = {
    start_time: '08:00',
    end_time: '10:00',
    status: 'completed' as const,
    taken_by: 1,
    taken_at: new Date(),
  }
  const [id = 0] = await insertForIds(db, 'attendance_sessions', [{ ...session, ...times }])
  const entry = { attendance_session_id: id, department_id: departmentId, status: 'present' as const }
  await insertRows(
    db,
    'attendance_submissions',
    members.map((student_id) => ({ ...entry, student_id })),
  )
  return id
}

/** @returns the ids of the submissions, by department */
async function fillTasks(db: Db, groups: FilledGroup[]): Promise<Map<number, number[]>> {
  const submissionIds = new Map<number, number[]>()
  for (const { id: group_id, departmentId: department_id, members } of groups) {
    const tasks = numbers(LIST_ROWS).map((n) => ({
      name: `Take the history of a patient with complaint ${n}`,
      type: 'Clinical',
      detail: 'Ward 3',
      label: `Week ${n % 12}`,
      description: 'Examine, write down what was found, and discuss the plan with the consultant of the day.',
      total_marks: 20,
      passing_marks: 10,
      start_date: '2026-01-05',
      end_date: '2026-12-20',
      department_id,
    }))
    const taskIds = await insertForIds(db, 'tasks', tasks)
    const links = taskIds.map((task_id) => ({ task_id, group_id, department_id, position: 0 }))
    await insertRows(db, 'task_groups', links)
    const submitted = taskIds.filter((_, n) => n % 5 === 0)
    const rows = submitted.flatMap((task_id) =>
      members.map((student_id) => ({ task_id, student_id, remarks: 'Seen on the ward round' })),
    )
    const ids = await insertForIds(db, 'task_submissions', rows)
    const files = ids.map((submission_id) => ({
      submission_id,
      name: 'history.pdf',
      size: 48_213,
      sha256: Buffer.alloc(32, submission_id % 251),
      storage_key: `bench/${submission_id}`,
    }))
    await insertRows(db, 'submission_files', files)
    submissionIds.set(department_id, [...(submissionIds.get(department_id) ?? []), ...ids])
  }
  return submissionIds
}
