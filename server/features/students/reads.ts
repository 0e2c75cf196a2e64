import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Student, type students } from '../../../shared/contract/students.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import type { StudentsOnly } from '../../../shared/only.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db, Row } from '../../db/types.ts'
import { ownContains, ownLines, ownOf } from '../own-fields/values.reads.ts'

type StudentFilter = Query<typeof students.list>

/** Students are not scoped by department; a student sees the own record. */
function visible(db: Db, caller: Caller, { status, only }: StudentFilter = {}) {
  let query = db
    .selectFrom('students')
    .where(within(caller, { department: all, student: ({ id }) => sql<SqlBool>`students.id = ${id}` }))
  if (only !== undefined) query = query.where(isOnly(caller, only))
  return status === undefined ? query : query.where('students.status', '=', status)
}

/**
 * True for students at work who are in no batch or in none of the groups, of which staff of a department see that one's
 * alone; or who never signed in, which only an editor is told.
 */
function isOnly(caller: Caller, only: StudentsOnly): RawBuilder<SqlBool> {
  const isAtWork = sql<SqlBool>`students.status = any(${[...SIGN_IN_STATUSES]})`
  if (only === 'never-signed-in')
    return caller.may('students:write')
      ? sql`${isAtWork} and exists (select from users where users.id = students.user_id and users.signed_in_at is null)`
      : sql`false`
  const isShown = within(caller, { department: 'member.department_id', student: all })
  return sql`${isAtWork} and (
    not exists (select from student_batches own where own.student_id = students.id and own.status = 'active')
    or not exists (select from student_groups member
      where member.student_id = students.id and member.status = 'active' and ${isShown}))`
}

/** Only an editor, who may change students, is told which have never signed in. */
const withDetails = (kept: ReturnType<typeof visible>, caller: Caller) =>
  kept
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .leftJoin('batches', 'batches.id', 'link.batch_id')
    .select([
      ...columnsOf('students', Student, 'name', 'current_year', 'batch_id', 'batch', 'user', 'own', 'never_signed_in'),
      'users.name',
      'users.email',
      // The batch's year unless the student's own is set.
      (eb) => eb.fn.coalesce('students.current_year', 'batches.current_year').as('current_year'),
      'students.current_year as own_year',
      'link.batch_id',
      'batches.name as batch_name',
      ownLines(caller, 'student').as('own_lines'),
    ])
    .$if(caller.may('students:write'), (editors) =>
      editors.select(sql<boolean>`users.signed_in_at is null`.as('never_signed_in')),
    )

type StudentRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

/** A student as stored: with the own year, which is null where the batch's counts. */
export interface StudentRecord extends Student {
  own_year: Student['current_year']
}

export const withRefs = ({ email, batch_name, own_lines, ...row }: StudentRow): StudentRecord => ({
  ...row,
  ...ownOf(own_lines),
  batch: row.batch_id === null || batch_name === null ? null : { id: row.batch_id, name: batch_name },
  user: { id: row.user_id, email },
})

const SEARCHED = ['users.name_folded', 'students.roll_no', 'users.email', 'students.phone_digits']

function narrowed(
  query: ReturnType<typeof withDetails>,
  caller: Caller,
  { batch_id, department_id, q }: StudentFilter,
): typeof query | undefined {
  if (batch_id === undefined && department_id === undefined && !q) return undefined
  let fewer = query
  if (batch_id === 'none') fewer = fewer.where('link.id', 'is', null)
  else if (batch_id !== undefined) fewer = fewer.where('link.batch_id', '=', batch_id)
  if (q) fewer = fewer.where((eb) => eb.or([contains(q, SEARCHED), ownContains(caller, 'student', q)]))
  if (department_id === undefined) return fewer
  // Memberships of a group are told to its department alone.
  const shown = within(caller, { department: (own) => own === department_id, student: all })
  return fewer
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

/**
 * Students by roll number, those without one last; `department_id` keeps those with an active group there. While one is
 * locked for a change, work and links of the student can be added.
 */
export const studentList = listing({
  table: 'students',
  noun: 'Student',
  kept: visible,
  details: withDetails,
  narrowed,
  order: (query) => query.orderBy('students.roll_no').orderBy('students.id'),
  row: withRefs,
  isOpenToOthers: true,
})

export const {
  kept: keptStudents,
  page: listStudents,
  all: listStudentsForExport,
  find: findStudent,
  read: readStudent,
  lock: lockStudent,
  lockByIds: lockStudents,
} = studentList

export async function findStudentByUser(db: Db, caller: Caller, userId: number): Promise<Student | undefined> {
  const row = await withDetails(visible(db, caller), caller).where('students.user_id', '=', userId).executeTakeFirst()
  return row && withRefs(row)
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

export async function namesOf(db: Db, studentIds: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('students')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select(['students.id', 'users.name'])
    .where(sql<SqlBool>`students.id = any(${studentIds})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
