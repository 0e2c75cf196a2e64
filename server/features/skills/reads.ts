import { type SqlBool, sql } from 'kysely'
import { Skill, type skills } from '../../../shared/contract/skills.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { type Paging, readPage } from '../../core/paging.ts'
import { within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'

type SkillFilter = Query<typeof skills.list>

/** True of what belongs to a department in which the student is, or was, in a group. */
export const isOfOwnDepartment = (column: string, studentId: number) =>
  sql<SqlBool>`${sql.ref(column)} in (select department_id from student_groups where student_id = ${studentId})`

/** The skills that the caller is shown: of the own department, a student's of the departments of own groups. */
export function keptSkills(
  db: Db,
  caller: Caller,
  { department_id, category, year, status, search }: SkillFilter = {},
) {
  let query = db.selectFrom('skills').where(
    within(caller, {
      department: 'skills.department_id',
      student: ({ id }) => isOfOwnDepartment('skills.department_id', id),
    }),
  )
  if (department_id !== undefined) query = query.where('skills.department_id', '=', department_id)
  if (category) query = query.where('skills.category', '=', category)
  if (year) query = query.where('skills.year', '=', year)
  if (status) query = query.where('skills.status', '=', status)
  return search ? query.where(contains(search, ['skills.name_folded', 'skills.code'])) : query
}

const withDetails = (kept: ReturnType<typeof keptSkills>) =>
  kept
    .innerJoin('departments', 'departments.id', 'skills.department_id')
    .select([...columnsOf('skills', Skill, 'department'), 'departments.name as department_name'])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({ department_name, ...row }: Row): Skill => ({
  ...row,
  department: { id: row.department_id, name: department_name },
})

/** Skills by department, category and name. */
export const {
  page: listSkills,
  find: findSkill,
  read: readSkill,
  lock: lockSkill,
  lockByIds: lockSkills,
  byIds: readSkillsByIds,
} = listing({
  table: 'skills',
  noun: 'Skill',
  kept: keptSkills,
  details: withDetails,
  order: (query) =>
    query
      .orderBy('departments.name')
      .orderBy('skills.department_id')
      .orderBy('skills.category', (order) => order.asc().nullsLast())
      .orderBy('skills.name')
      .orderBy('skills.id'),
  row: withRefs,
  isOpenToOthers: true,
})

/** The categories of the skills that the caller is shown, by name. */
export const listCategories = (db: Db, caller: Caller, filter: Query<typeof skills.categories>, page: Paging) =>
  readPage(
    keptSkills(db, caller, filter)
      .where('skills.category', 'is not', null)
      .groupBy('skills.category')
      .select([sql<string>`skills.category`.as('category'), sql<number>`count(*)`.as('count')])
      .orderBy('skills.category'),
    page,
  )

/** Returns the skills of a department with these names, however they are written, by the name that was given. */
export async function skillsOfNames(
  db: Db,
  departmentId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; id: number }>`
    select wanted.name, skills.id from unnest(${[...names]}::text[]) wanted (name)
    join skills on skills.department_id = ${departmentId} and skills.name_folded = folded(wanted.name)`.execute(db)
  return new Map(rows.map(({ name, id }) => [name, id]))
}
