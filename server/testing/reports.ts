import type { ReportRow } from '../../shared/contract/student-reports.ts'
import { ATTENDANCE_STATUSES, SESSION_STATUSES } from '../../shared/labels.ts'
import type { Db } from '../db/types.ts'
import { furnished } from './college.ts'
import { drawing } from './drawing.ts'

/** The furnished college after some weeks: twelve students with sessions, entries, tasks and work. */
export async function reported() {
  const college = await furnished()
  const { at, medicine, surgery, batch, wards, clinic, theatre } = college
  const { make } = at
  const random = drawing(7)
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
  const people: { id: number; rollNo: string }[] = []
  for (let n = 0; n < 12; n += 1) {
    const student = await make.student(batch, n % 2 ? wards : clinic)
    if (n % 3) await make.join(student.id, theatre)
    people.push(student)
  }
  const left = await make.student(batch, wards, { status: 'graduated' })
  const roomless = await make.student(batch)
  // Another batch of the same department, whose sessions count for nobody here.
  const elsewhere = await make.batch()
  const elsewhereGroup = await make.group(elsewhere, medicine)
  const stranger = await make.student(elsewhere, elsewhereGroup)
  await make.entry(await make.session(elsewhereGroup, { status: 'completed' }), stranger.id)

  for (const [groupId, members] of [
    [wards, people.filter((_, n) => n % 2)],
    [clinic, people.filter((_, n) => n % 2 === 0)],
    [theatre, people.filter((_, n) => n % 3)],
  ] as const) {
    for (let n = 0; n < 14; n += 1) {
      // Entries of a session that was cancelled, or set pending, later on.
      const status = n < 8 ? 'completed' : pick(SESSION_STATUSES)
      const session = await make.session(groupId, { status, activity_date: `2026-02-${10 + n}`, remarks: `Day ${n}` })
      for (const { id } of [...members, ...(groupId === wards ? [left] : [])])
        if (random(10)) await make.entry(session, id, { status: pick(ATTENDANCE_STATUSES) })
    }
    const departmentId = groupId === theatre ? surgery : medicine
    for (const status of ['active', 'active', 'pending', 'inactive'] as const) {
      const task = await make.task(departmentId, [groupId], { status })
      for (const { id } of members) if (random(2)) await make.submission(task, id)
    }
  }
  await make.task(medicine, [wards, clinic])

  /** Everybody who is listed. */
  const everybody = [...people.map(({ id }) => id), roomless.id]
  return {
    ...college,
    people,
    left,
    everybody,
    foreignHead: await at.as('hod', await make.department({ name: 'Elsewhere' })),
    filter: (more = '') => `department_id=${medicine}&batch_id=${batch}${more}`,
    /** The figures of these students, counted by hand. */
    expected: (ids: number[], counted: CountFilter) =>
      Promise.all(ids.map(async (id) => ({ student_id: id, ...(await recount(at.db, id, counted)) }))),
  }
}

interface CountFilter {
  departments?: number[]
  groups?: number[]
  status?: string
}

/** The figures as they are counted by hand, from the rows of the tables one after the other. */
export async function recount(db: Db, studentId: number, { departments, groups, status = 'completed' }: CountFilter) {
  const counts = { present: 0, absent: 0, leave: 0 }
  const sessions = new Map(
    (await db.selectFrom('attendance_sessions').selectAll().execute()).map((one) => [one.id, one]),
  )
  for (const entry of await db.selectFrom('attendance_submissions').selectAll().execute()) {
    const session = sessions.get(entry.attendance_session_id)
    if (!session || entry.student_id !== studentId || session.status !== status) continue
    if (departments && !departments.includes(session.department_id)) continue
    counts[entry.status] += 1
  }
  const links = await db.selectFrom('student_groups').selectAll().where('student_id', '=', studentId).execute()
  const given = await db.selectFrom('task_groups').selectAll().execute()
  const work = await db.selectFrom('task_submissions').selectAll().where('student_id', '=', studentId).execute()
  let assigned = 0
  let submitted = 0
  for (const task of await db.selectFrom('tasks').selectAll().execute()) {
    if (departments && !departments.includes(task.department_id)) continue
    const theirs = links.filter((link) => !groups || groups.includes(link.group_id)).map((link) => link.group_id)
    if (!given.some((one) => one.task_id === task.id && theirs.includes(one.group_id))) continue
    const isSubmitted = work.some((one) => one.task_id === task.id)
    if (task.status !== 'active' && !isSubmitted) continue
    assigned += 1
    if (isSubmitted) submitted += 1
  }
  const total = counts.present + counts.absent + counts.leave
  const percentage = total === 0 ? 0 : Math.floor((200 * counts.present + total) / (2 * total))
  return { tasks_assigned: assigned, tasks_submitted: submitted, attendance_summary: { ...counts, percentage } }
}

export const figures = (rows: ReportRow[]) =>
  rows.map(({ student_id, tasks_assigned, tasks_submitted, attendance_summary }) => ({
    student_id,
    tasks_assigned,
    tasks_submitted,
    attendance_summary,
  }))

export function totals(rows: { attendance_summary: { present: number; absent: number; leave: number } }[]) {
  const sum = (status: 'present' | 'absent' | 'leave') =>
    rows.reduce((total, { attendance_summary }) => total + attendance_summary[status], 0)
  const [present, absent, leave] = [sum('present'), sum('absent'), sum('leave')]
  const all = present + absent + leave
  return {
    totalStudents: rows.length,
    presentCount: present,
    absentCount: absent,
    leaveCount: leave,
    attendancePercentage: all === 0 ? 0 : Math.floor((200 * (present + leave) + all) / (2 * all)),
  }
}
