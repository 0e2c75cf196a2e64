import { type SqlBool, sql } from 'kysely'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import type { Caller } from '../../core/caller.ts'
import { showsDepartment } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { keptSkills } from '../skills/reads.ts'
import type { Column } from './column.ts'
import { COLUMNS } from './columns.ts'
import type { FileRow } from './file-row.ts'
import { departmentOfField, type GroupFacts, groupColumn, groupFacts, type KnownGroup } from './groups.ts'
import type { NamesByField } from './names.ts'
import { ownColumns } from './own.ts'
import { listTitles } from './past.reads.ts'
import { rolesToGive } from './roles.ts'

// Reads the facts that a plan needs, each in one statement however many rows the file has.

export const listBatchNames = (db: Db) => db.selectFrom('batches').select(['id', 'name']).orderBy('name').execute()
export const listDepartmentNames = (db: Db) =>
  db.selectFrom('departments').select(['id', 'name', 'type']).orderBy('name').execute()
export const listDesignationNames = (db: Db) =>
  db.selectFrom('designations').select(['id', 'name']).orderBy('name').execute()
export const listRoleNames = (db: Db) => db.selectFrom('roles').select(['id', 'name']).orderBy('id').execute()

/** The names that the columns of an import take, by field. */
export async function readNames(db: Db, kind: ImportKind, caller: Caller): Promise<NamesByField> {
  if (kind === 'departments' || kind === 'designations') return {}
  if (kind === 'students') return { batch_id: await listBatchNames(db) }
  const department_id = await listDepartmentNames(db)
  if (kind === 'skills' || kind === 'attendance') return { department_id }
  if (kind === 'groups') return { batch_id: await listBatchNames(db), department_id }
  if (kind === 'results') {
    const shown = department_id.filter(({ id }) => showsDepartment(caller, id)).map(({ id }) => id)
    return { department_id, assessment_id: await listTitles(db, shown) }
  }
  return {
    department_id,
    designation_id: await listDesignationNames(db),
    role_id: rolesToGive(caller, await listRoleNames(db)),
  }
}

/** The academic departments that the caller may put students into groups of. */
const groupDepartments = async (db: Db, caller: Caller) =>
  (await listDepartmentNames(db)).filter(({ id, type }) => type === 'academic' && showsDepartment(caller, id))

/** The columns that a file of a kind may have: the template's with the own fields, and for students one of groups for each department. */
export async function listColumns(db: Db, kind: ImportKind, caller: Caller): Promise<readonly Column[]> {
  const columns = [...COLUMNS[kind], ...(await ownColumns(db, kind))]
  if (kind !== 'students') return columns
  return [...columns, ...(await groupDepartments(db, caller)).map(groupColumn)]
}

/** The facts by which the groups of a file are planned; nothing is read for a file without such columns. */
export async function groupFactsOf(
  db: Db,
  rows: readonly FileRow[],
  studentIds: readonly number[],
  news: readonly KnownGroup[],
): Promise<GroupFacts> {
  const fields = new Set(rows.flatMap(({ cells }) => Object.keys(cells)))
  const ids = [...fields].flatMap((field) => departmentOfField(field) ?? [])
  if (ids.length === 0) return groupFacts([], [], [])
  const departments = (await listDepartmentNames(db)).filter(({ id }) => ids.includes(id))
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name', 'batch_id', 'department_id'])
    .where(sql<SqlBool>`department_id = any(${ids})`)
    .execute()
  const links = await db
    .selectFrom('student_groups as link')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .select(['link.student_id', 'link.department_id', 'link.group_id', 'groups.name'])
    .where(sql<SqlBool>`link.student_id = any(${[...studentIds]})`)
    .where('link.status', '=', 'active')
    .execute()
  return groupFacts(departments.map(groupColumn), [...news, ...groups], links)
}

/** The ids of those among some students who are in a group now. */
export const listInGroups = async (db: Db, studentIds: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('student_groups')
      .select('student_id')
      .distinct()
      .where(sql<SqlBool>`student_id = any(${[...studentIds]})`)
      .where('status', '=', 'active')
      .execute()
  ).map(({ student_id }) => student_id)

/** The ids of the present members of a group. */
export const listMemberIds = async (db: Db, groupId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('student_groups')
      .select('student_id')
      .where('group_id', '=', groupId)
      .where('status', '=', 'active')
      .execute()
  ).map(({ student_id }) => student_id)

const heldRoles = sql<string[]>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = users.id order by r.id)`.as('roles')

/** The accounts with one of these emails, and those of the students with one of these roll numbers (in lower case). */
export const findStudentAccounts = (db: Db, emails: string[], rollNumbers: string[]) =>
  db
    .selectFrom('users')
    .leftJoin('students', 'students.user_id', 'users.id')
    .leftJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .select([
      'users.id as user_id',
      'users.name',
      'users.email',
      'students.id',
      'students.roll_no',
      'students.phone',
      'students.gender',
      'students.date_of_birth',
      'students.date_of_admission',
      'students.status',
      'students.description',
      'students.updated_at',
      'link.batch_id',
      heldRoles,
    ])
    .where(
      sql<SqlBool>`users.id in (select id from users where lower(email) = any(${emails})
        union select user_id from students where lower(roll_no) = any(${rollNumbers}))`,
    )
    .execute()

/** The accounts with one of these emails, and those of the staff with one of these numbers (in lower case). */
export const findStaffAccounts = (db: Db, emails: string[], staffNumbers: string[]) =>
  db
    .selectFrom('users')
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .select([
      'users.id as user_id',
      'users.name',
      'users.email',
      'staff.id',
      'staff.staff_no',
      'staff.department_id',
      'staff.designation_id',
      'staff.role_id',
      'staff.phone',
      'staff.gender',
      'staff.date_of_birth',
      'staff.date_of_joining',
      'staff.date_of_leaving',
      'staff.date_of_retirement',
      'staff.status',
      'staff.description',
      'staff.updated_at',
      heldRoles,
    ])
    .where(
      sql<SqlBool>`users.id in (select id from users where lower(email) = any(${emails})
        union select user_id from staff where lower(staff_no) = any(${staffNumbers}))`,
    )
    .execute()

export interface SkillKeys {
  departments: readonly number[]
  /** Names as `folded` has them. */
  names: readonly string[]
  /** Codes in capitals. */
  codes: readonly string[]
}

/** The skills of these departments that the caller is shown and that have one of these names or codes. */
export const findSkills = (db: Db, caller: Caller, { departments, names, codes }: SkillKeys) =>
  keptSkills(db, caller)
    .select([
      'skills.id',
      'skills.department_id',
      'skills.name',
      'skills.code',
      'skills.category',
      'skills.level',
      'skills.usual_count',
      'skills.usual_a_day',
      'skills.allows_simulation',
      'skills.observed_share',
      'skills.year',
      'skills.description',
      'skills.status',
      'skills.updated_at',
    ])
    .where(
      sql<SqlBool>`skills.id in (
        select id from skills where department_id = any(${[...departments]}) and name_folded = any(${[...names]})
        union select id from skills where department_id = any(${[...departments]}) and upper(code) = any(${[...codes]}))`,
    )
    .execute()
