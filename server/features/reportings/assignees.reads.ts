import { type SqlBool, sql } from 'kysely'
import type { ReportAssignee, reportings } from '../../../shared/contract/reportings.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { foundIn } from '../../../shared/folding.ts'
import { levelText, REPORT_LEVELS, type STAFF_STATUSES } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'

/** People with one of these roles may be given cases. */
const ASSIGNEE_ROLES = ['admin', 'principal', 'hod', 'faculty']

export const holdsAny = (roles: readonly string[]) => sql<SqlBool>`exists (select from user_roles held
  join roles on roles.id = held.role_id where held.user_id = staff.user_id and roles.name = any(${[...roles]}))`

/** The highest role of a person that has a level of its own. */
const level = sql<ReportAssignee['level']>`case when ${holdsAny(['principal'])} then 'principal'
  when ${holdsAny(['hod'])} then 'hod' else 'faculty' end`

/** Staff of these statuses who may have cases, with the level at which they have them. */
export const selectAssignees = (db: Db, statuses: readonly (typeof STAFF_STATUSES)[number][] = ['active']) =>
  db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .innerJoin('departments', 'departments.id', 'staff.department_id')
    .select(['staff.id', 'users.name', 'staff.department_id', 'departments.name as department_name', level.as('level')])
    .where('staff.status', 'in', statuses)
    .where(holdsAny(ASSIGNEE_ROLES))

/** Lists the people at work whom a case can be given to, by name: of every department, as cases are of none. */
export async function listAssignees(
  db: Db,
  caller: Caller,
  { q }: Query<typeof reportings.assignees>,
  page: Paging,
): Promise<Listed<ReportAssignee>> {
  let query = selectAssignees(db).where('staff.user_id', '<>', caller.student ? caller.id : 0)
  if (q) {
    const levels = foundIn(REPORT_LEVELS, q, (one) => [levelText(one)])
    query = query.where(
      sql<SqlBool>`(${contains(q, ['users.name_folded', 'departments.name'])} or ${level} = any(${levels}))`,
    )
  }
  const listed = await readPage(query.orderBy('staff.sort_name').orderBy('staff.user_id'), page)
  const data = listed.data.map(({ id, name, level: theirs, department_id, department_name }) => ({
    id,
    name,
    department: { id: department_id, name: department_name },
    level: theirs,
  }))
  return { ...listed, data }
}

/**
 * Finds the level at which somebody would have a case about this student; undefined where it can't be given to them.
 */
export const findAssignee = (db: Db, staffId: number, studentId: number) =>
  selectAssignees(db)
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('students')
            .select('students.id')
            .where('students.id', '=', studentId)
            .whereRef('students.user_id', '=', 'staff.user_id'),
        )
        .as('is_concerned'),
    )
    .where('staff.id', '=', staffId)
    .executeTakeFirst()
