import { sql } from 'kysely'
import type { Student } from '../../../shared/contract/students.ts'
import { type Listed, type Page, readPage } from '../../core/paging.ts'
import type { Scope } from '../../core/session.ts'
import type { Db } from '../../db/types.ts'

/** Students are not scoped by department; a student sees the own record (server-rules.md §3, §4). */
function selectStudents(db: Db, scope: Scope) {
  const query = db
    .selectFrom('students')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .leftJoin('batches', 'batches.id', 'link.batch_id')
    .select([
      'students.id',
      'users.name',
      'students.roll_no',
      'students.phone',
      'students.gender',
      'students.date_of_birth',
      'students.date_of_admission',
      'link.batch_id',
      'students.role_id',
      'students.status',
      'students.description',
      'students.user_id',
      'students.updated_at',
      // The batch's year unless the student's own is set (server-rules.md §6).
      (eb) => eb.fn.coalesce('students.current_year', 'batches.current_year').as('current_year'),
      sql<Student['user']>`json_build_object('id', users.id, 'email', users.email)`.as('user'),
    ])
  if (scope.kind === 'student') return query.where('students.id', '=', scope.studentId)
  return scope.kind === 'nothing' ? query.where('students.id', '=', 0) : query
}

interface StudentFilter {
  batch_id?: number | undefined
  department_id?: number | undefined
  status?: Student['status'] | undefined
}

/** Students by roll number; `department_id` keeps those with an active group there. */
export function listStudents(db: Db, scope: Scope, filter: StudentFilter, page: Page): Promise<Listed<Student>> {
  let query = selectStudents(db, scope).orderBy('students.roll_no').orderBy('students.id')
  if (filter.batch_id !== undefined) query = query.where('link.batch_id', '=', filter.batch_id)
  if (filter.status !== undefined) query = query.where('students.status', '=', filter.status)
  const { department_id } = filter
  if (department_id !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('student_groups as member')
          .select('member.id')
          .whereRef('member.student_id', '=', 'students.id')
          .where('member.department_id', '=', department_id)
          .where('member.status', '=', 'active'),
      ),
    )
  return readPage(query, page)
}

export const findStudent = (db: Db, scope: Scope, id: number): Promise<Student | undefined> =>
  selectStudents(db, scope).where('students.id', '=', id).executeTakeFirst()

export const findStudentByUser = (db: Db, scope: Scope, userId: number): Promise<Student | undefined> =>
  selectStudents(db, scope).where('students.user_id', '=', userId).executeTakeFirst()
