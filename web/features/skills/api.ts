import { logEntries } from '../../../shared/contract/log-entries.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { SKILL_STATUSES } from '../../../shared/labels.ts'
import { type PageSize, SKILL_CATEGORY_MAX, YEARS } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, queryOf, useRecordChanges } from '../../core/queries.ts'
import { academicDepartmentsQuery, ownStaffQuery } from '../../core/start.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'

const SKILLS_PER_PAGE: PageSize = 50

/** Reads the list's filter from the address. */
export const addressOf = ({ q, text, departmentId }: Address) => ({
  q,
  department_id: departmentId,
  category: text('category').slice(0, SKILL_CATEGORY_MAX),
  year: YEARS.find((year) => year === text('year')),
  status: SKILL_STATUSES.find((status) => status === text('status')),
})

export const skillsQuery = ({ q, ...filter }: ReturnType<typeof addressOf>, page: number) =>
  queryOf(
    skills.list,
    { query: { ...filter, search: q, page, per_page: SKILLS_PER_PAGE } },
    { sameBut: ['search', 'department_id', 'category', 'year', 'status', 'page'] },
  )

export const skillQuery = (id: number) =>
  queryOf(skills.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** The categories in use, of a department or of all. */
export const categoriesQuery = (department_id: number | undefined) =>
  everyOf(skills.categories, { query: { department_id } }, { sameBut: ['department_id'] })

/** Skills themselves, and what names them or counts their performances. */
const EFFECTS = { stale: [skills, tasks, logEntries, logbook] }

export const useSkillChanges = () => useRecordChanges(skills, EFFECTS)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const opened = address.dialog('view', 'edit')
  const own = ofOwnDepartment(address)
  return [
    ownStaffQuery,
    academicDepartmentsQuery,
    own.then((one) => skillsQuery(addressOf(one), one.page)),
    own.then((one) => categoriesQuery(addressOf(one).department_id)),
    opened !== undefined && skillQuery(opened),
  ]
})
