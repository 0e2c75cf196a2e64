import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { FileRow } from './file-row.ts'

// Reads the facts that a file with what students did before is planned with, each in one statement however many rows the file has.

const among = (column: string, values: readonly (number | string)[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...values]})`

/** The students with one of these roll numbers or emails (in lower case). */
export const findPastStudents = (db: Db, rollNumbers: readonly string[], emails: readonly string[]) =>
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
      'students.status',
      'link.batch_id',
      'batches.name as batch_name',
    ])
    .where(
      sql<SqlBool>`students.id in (select id from students where lower(roll_no) = any(${[...rollNumbers]})
        union select s.id from students s join users u on u.id = s.user_id where lower(u.email) = any(${[...emails]}))`,
    )
    .execute()
export type PastStudent = Awaited<ReturnType<typeof findPastStudents>>[number]

/** The students of the rows of a file. */
export const findStudentsOf = (db: Db, rows: readonly FileRow[]): Promise<PastStudent[]> => {
  const valuesOf = (field: string) => [...new Set(rows.flatMap(({ cells }) => cells[field]?.toLowerCase() ?? []))]
  return findPastStudents(db, valuesOf('roll_no'), valuesOf('email'))
}

/** The active students, among whom a wrong roll number or email may be meant. */
export const listOfferedStudents = (db: Db) =>
  db
    .selectFrom('student_batches as link')
    .innerJoin('students', 'students.id', 'link.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select(['students.roll_no', 'users.name', 'users.email'])
    .where('link.status', '=', 'active')
    .where('students.status', '=', 'active')
    .orderBy('students.roll_no')
    .limit(OFFERED_MOST)
    .execute()
export type OfferedStudent = Awaited<ReturnType<typeof listOfferedStudents>>[number]

/** A college has some hundreds. */
const OFFERED_MOST = 5_000

/** The groups of these departments. */
export const findGroupsOf = (db: Db, departmentIds: readonly number[]) =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'batch_id', 'department_id'])
    .where(among('department_id', departmentIds))
    .execute()

/** The memberships of the students in groups of these departments, those that have ended too, the latest first. */
export const findLinksOf = (db: Db, studentIds: readonly number[], departmentIds: readonly number[]) =>
  db
    .selectFrom('student_groups as link')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .select([
      'link.student_id',
      'link.department_id',
      'link.group_id',
      'groups.name',
      'link.status',
      'link.first_day',
      'link.left_on',
    ])
    .where(among('link.student_id', studentIds))
    .where(among('link.department_id', departmentIds))
    .orderBy('link.first_day', 'desc')
    .orderBy('link.id', 'desc')
    .execute()

/** The assessments of these groups. */
export const findAssessmentsOf = (db: Db, groupIds: readonly number[]) =>
  db
    .selectFrom('assessments')
    .select(['id', 'group_id', 'name', 'type', 'total_marks', 'weightage', 'criteria', 'status'])
    .where(among('group_id', groupIds))
    .orderBy('id')
    .execute()
export type PastAssessment = Awaited<ReturnType<typeof findAssessmentsOf>>[number]

/** The titles of the assessments of these departments, each once. */
export const listTitles = async (db: Db, departmentIds: readonly number[]) =>
  (
    await db
      .selectFrom('assessments')
      .select(['name', (eb) => eb.fn.min('id').as('id')])
      .where(among('department_id', departmentIds))
      .groupBy('name')
      .orderBy('name')
      .limit(TITLES_MOST)
      .execute()
  ).map(({ id, name }) => ({ id: Number(id), name }))

/** So many titles are compared with those of a file. */
const TITLES_MOST = 1_000
