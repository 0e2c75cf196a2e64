import { type SqlBool, sql } from 'kysely'
import type { Student } from '../../../shared/contract/students.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, studentOf, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import { patiently } from '../../db/patience.ts'
import type { Db, Row, Tx } from '../../db/types.ts'

/**
 * Students are not scoped by department; a student sees the own record. Only an editor, who
 * may change students, is told who has never signed in.
 */
export const selectStudents = (db: Db, caller: Caller) =>
  db
    .selectFrom('students')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .leftJoin('batches', 'batches.id', 'link.batch_id')
    .select([
      'students.id',
      'users.name',
      'users.email',
      'students.roll_no',
      'students.phone',
      'students.gender',
      'students.date_of_birth',
      'students.date_of_admission',
      // The batch's year unless the student's own is set.
      (eb) => eb.fn.coalesce('students.current_year', 'batches.current_year').as('current_year'),
      'students.current_year as own_year',
      'link.batch_id',
      'batches.name as batch_name',
      'students.role_id',
      'students.status',
      'students.description',
      'students.user_id',
      'students.created_at',
      'students.updated_at',
    ])
    .$if(caller.may('students:write'), (editors) =>
      editors.select(sql<boolean>`users.signed_in_at is null`.as('never_signed_in')),
    )
    .where(within(caller, { department: all, student: ({ id }) => sql<SqlBool>`students.id = ${id}` }))

type StudentRow = Awaited<ReturnType<ReturnType<typeof selectStudents>['execute']>>[number]

/** A student as stored: with the own year, which is null where the batch's counts. */
export interface StudentRecord extends Student {
  own_year: Student['current_year']
}

/** Built here: `json_build_object` for each row costs more than the rest of the list. */
export const withRefs = ({ email, batch_name, ...row }: StudentRow): StudentRecord => ({
  ...row,
  batch: row.batch_id === null || batch_name === null ? null : { id: row.batch_id, name: batch_name },
  user: { id: row.user_id, email },
})

interface StudentFilter {
  batch_id?: number | 'none' | undefined
  department_id?: number | undefined
  status?: Student['status'] | undefined
  q?: string | undefined
}

/** Those that the filter keeps, by roll number; those without one come last. */
function filtered(db: Db, caller: Caller, { batch_id, department_id, status, q }: StudentFilter) {
  let query = selectStudents(db, caller).orderBy('students.roll_no').orderBy('students.id')
  if (batch_id === 'none') query = query.where('link.id', 'is', null)
  else if (batch_id !== undefined) query = query.where('link.batch_id', '=', batch_id)
  if (status !== undefined) query = query.where('students.status', '=', status)
  if (q) query = query.where(contains(q, ['users.name', 'students.roll_no', 'users.email']))
  if (department_id === undefined) return query
  // Who is in which group is told to the department alone.
  const shown = within(caller, { department: (own) => own === department_id, student: all })
  return query
    .where(shown)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('student_groups as member')
          .select('member.id')
          .whereRef('member.student_id', '=', 'students.id')
          .where('member.department_id', '=', department_id)
          .where('member.status', '=', 'active'),
      ),
    )
}

/** The total of a list that is as long as the college, without a join. */
function totalOf(caller: Caller, { batch_id, department_id, status, q }: StudentFilter) {
  const isLong = batch_id === undefined && department_id === undefined && !q
  if (!isLong || studentOf(caller)) return undefined
  const kept = status === undefined ? sql`` : sql`and status = ${status}`
  return sql<number>`(select count(*) from students where ${within(caller, { department: all })} ${kept})`
}

/** Students by roll number; `department_id` keeps those with an active group there. */
export async function listStudents(
  db: Db,
  caller: Caller,
  filter: StudentFilter,
  page: Paging,
): Promise<Listed<Student>> {
  const listed = await readPage(filtered(db, caller, filter), page, totalOf(caller, filter))
  return { ...listed, data: listed.data.map(withRefs) }
}

/** All students that the filter keeps, for a file. */
export const listStudentsForExport = async (db: Db, caller: Caller, filter: StudentFilter): Promise<Student[]> =>
  (await patiently(db, (reader) => filtered(reader, caller, filter).execute())).map(withRefs)

export async function findStudent(db: Db, caller: Caller, id: number): Promise<StudentRecord | undefined> {
  const row = await selectStudents(db, caller).where('students.id', '=', id).executeTakeFirst()
  return row && withRefs(row)
}

export async function findStudentByUser(db: Db, caller: Caller, userId: number): Promise<Student | undefined> {
  const row = await selectStudents(db, caller).where('students.user_id', '=', userId).executeTakeFirst()
  return row && withRefs(row)
}

/**
 * The student, locked until the transaction ends: what a change starts with. Meanwhile work and links of the student
 * can be added, but not when it is locked for a deletion.
 */
export async function lockStudent(
  tx: Tx,
  caller: Caller,
  id: number,
  lock: 'change' | 'deletion' = 'change',
): Promise<StudentRecord | undefined> {
  const row = tx.selectFrom('students').select('id').where('id', '=', id)
  await (lock === 'deletion' ? row.forUpdate() : row.forNoKeyUpdate()).execute()
  return findStudent(tx, caller, id)
}

/** These students, locked in the order of their ids, so that two calls for the same ones wait and do not deadlock. */
export async function lockStudents(tx: Tx, caller: Caller, ids: number[]): Promise<Student[]> {
  const named = sql<SqlBool>`students.id = any(${ids})`
  await tx.selectFrom('students').select('id').where(named).orderBy('id').forNoKeyUpdate().execute()
  return (await selectStudents(tx, caller).where(named).execute()).map(withRefs)
}

/** Which of the values that only one person may have are held by somebody other than `own`. */
export const findTaken = (
  db: Db,
  { email = null, roll_no = null }: { email?: string | null | undefined; roll_no?: string | null | undefined },
  own: Pick<Student, 'id' | 'user_id'> | undefined,
) =>
  db
    .selectNoFrom([
      sql<boolean>`exists (select from users
        where lower(email) = lower(${email}) and id != ${own?.user_id ?? 0})`.as('email'),
      sql<boolean>`exists (select from students
        where lower(roll_no) = lower(${roll_no}) and id != ${own?.id ?? 0})`.as('roll_no'),
    ])
    .executeTakeFirstOrThrow()

/** The built-in role of students. */
export const findStudentRole = (db: Db): Promise<Pick<Row<'roles'>, 'id' | 'name'>> =>
  db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('built_in', '=', true)
    .where('name', '=', 'student')
    .executeTakeFirstOrThrow()
