import type { Insertable } from 'kysely'
import type { RoleName } from '../../shared/permissions.ts'
import type { Db, Tables } from '../db/types.ts'

/** What `ClinicalElog1` hashes to is of no matter where nobody signs in with it. */
const NO_PASSWORD = 'none'

let count = 0
const next = () => {
  count += 1
  return count
}

type Fields<T extends keyof Tables> = Partial<Insertable<Tables[T]>>

/** Makes records straight in the database, each new and with whatever fields a test names. Ids come back. */
export function makers(db: Db) {
  const user = async (fields: Fields<'users'> = {}) => {
    const n = next()
    const { id } = await db
      .insertInto('users')
      .values({
        name: `Person ${n}`,
        email: `person${n}@college.test`,
        password_hash: NO_PASSWORD,
        must_change_password: false,
        ...fields,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const giveRole = async (userId: number, role: RoleName) => {
    const { id } = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow()
    await db.insertInto('user_roles').values({ user_id: userId, role_id: id }).execute()
  }

  const department = async (fields: Fields<'departments'> = {}) => {
    const values = { name: `Department ${next()}`, ...fields }
    return (await db.insertInto('departments').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  const designation = async (fields: Fields<'designations'> = {}) => {
    const values = { name: `Designation ${next()}`, ...fields }
    return (await db.insertInto('designations').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  const staff = async (userId: number, departmentId: number, fields: Fields<'staff'> = {}) => {
    const designation_id = fields.designation_id ?? (await designation())
    const values = { user_id: userId, department_id: departmentId, designation_id, ...fields }
    return (await db.insertInto('staff').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  const batch = async (fields: Fields<'batches'> = {}) => {
    const values = { name: `Batch ${next()}`, current_year: '3rd Year' as const, ...fields }
    return (await db.insertInto('batches').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  const group = async (batchId: number, departmentId: number, fields: Fields<'groups'> = {}) => {
    const values = { name: `Group ${next()}`, batch_id: batchId, department_id: departmentId, ...fields }
    return (await db.insertInto('groups').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  /** A student with role and active batch link; `groupId` makes a member of it. */
  const student = async (batchId: number, groupId?: number, fields: Fields<'students'> = {}) => {
    const userId = await user()
    await giveRole(userId, 'student')
    const roll_no = `MBBS-${String(20_000 + next())}`
    const values = { user_id: userId, roll_no, ...fields }
    const { id } = await db.insertInto('students').values(values).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('student_batches').values({ student_id: id, batch_id: batchId }).execute()
    if (groupId !== undefined) await join(id, groupId)
    return { id, userId, rollNo: roll_no }
  }

  const join = async (studentId: number, groupId: number) => {
    const { department_id } = await db
      .selectFrom('groups')
      .select('department_id')
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow()
    await db.insertInto('student_groups').values({ student_id: studentId, group_id: groupId, department_id }).execute()
  }

  /** Ends the student's links to groups, to this one or all; or, of a group, those of all its members. */
  const leave = (of: { student_id?: number; group_id?: number }) =>
    db
      .updateTable('student_groups')
      .set({ status: 'inactive', ended_at: new Date() })
      .where((eb) => eb.and(of))
      .execute()

  const task = async (departmentId: number, groupIds: number[], fields: Fields<'tasks'> = {}) => {
    const values = { name: `Task ${next()}`, department_id: departmentId, total_marks: 20, ...fields }
    const { id } = await db.insertInto('tasks').values(values).returning('id').executeTakeFirstOrThrow()
    const links = groupIds.map((group_id, position) => ({
      task_id: id,
      group_id,
      department_id: departmentId,
      position,
    }))
    if (links.length > 0) await db.insertInto('task_groups').values(links).execute()
    return id
  }

  const submission = async (taskId: number, studentId: number, fields: Fields<'task_submissions'> = {}) => {
    const values = { task_id: taskId, student_id: studentId, ...fields }
    return (await db.insertInto('task_submissions').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  /** A session of the group, on 10 March 2026 from nine to ten; held by a new staff member unless a test names one. */
  const session = async (groupId: number, fields: Fields<'attendance_sessions'> = {}) => {
    const { batch_id, department_id } = await db
      .selectFrom('groups')
      .select(['batch_id', 'department_id'])
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow()
    const values = {
      group_id: groupId,
      batch_id,
      department_id,
      activity_date: '2026-03-10',
      start_time: '09:00',
      end_time: '10:00',
      staff_id: fields.staff_id ?? (await staff(await user(), department_id)),
      ...(fields.status === 'completed' ? { taken_at: new Date() } : {}),
      ...fields,
    }
    return (await db.insertInto('attendance_sessions').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  /** A student's entry in a session; present unless a test says otherwise. */
  const entry = async (sessionId: number, studentId: number, fields: Fields<'attendance_submissions'> = {}) => {
    const values = {
      attendance_session_id: sessionId,
      student_id: studentId,
      status: 'present' as const,
      ...fields,
    }
    return (await db.insertInto('attendance_submissions').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  /** A person with this role; staff of `departmentId` when given. */
  const person = async (role: RoleName | 'no-role', departmentId?: number) => {
    const userId = await user()
    if (role !== 'no-role') await giveRole(userId, role)
    if (departmentId !== undefined) await staff(userId, departmentId)
    return userId
  }

  return {
    user,
    giveRole,
    department,
    designation,
    staff,
    batch,
    group,
    student,
    join,
    leave,
    task,
    submission,
    session,
    entry,
    person,
  }
}

export type Make = ReturnType<typeof makers>

/** The bytes of a PDF, as far as its first bytes tell. */
export const pdf = (text = 'work') => new Blob([`%PDF-1.4\n% ${text}\n%%EOF\n`], { type: 'application/pdf' })
