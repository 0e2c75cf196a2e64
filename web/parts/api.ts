import { skipToken } from '@tanstack/react-query'
import { departments } from '../../shared/contract/departments.ts'
import { groups } from '../../shared/contract/groups.ts'
import { type OwnField, ownFields } from '../../shared/contract/own-fields.ts'
import { skills } from '../../shared/contract/skills.ts'
import { students } from '../../shared/contract/students.ts'
import { PER_PAGE_MAX } from '../../shared/limits.ts'
import type { Address } from '../core/address.ts'
import { dataOf, everyOf, queryOf } from '../core/queries.ts'
import { academicDepartmentsQuery, ownStaffQuery } from '../core/start.ts'
import { ofOwnDepartment } from './own-department.ts'

/** Choices change rarely; an answer of a few minutes ago is new enough for a picker. */
const staleTime = 5 * 60_000

/** Every department, academic or not. */
export const departmentChoicesQuery = everyOf(departments.list, {}, { staleTime })

export const activeGroupsQuery = (department_id: number | undefined) =>
  queryOf(
    groups.list,
    department_id === undefined ? skipToken : { query: { department_id, status: 'active', per_page: PER_PAGE_MAX } },
    { select: dataOf, staleTime },
  )

/** The groups of a department, also those that are no longer active. */
export const everyGroupQuery = (department_id: number | undefined) =>
  queryOf(groups.list, department_id === undefined ? skipToken : { query: { department_id, per_page: PER_PAGE_MAX } }, {
    select: dataOf,
    staleTime,
  })

/** The skills of a department that tasks may ask for. */
export const activeSkillsQuery = (department_id: number | undefined) =>
  everyOf(skills.list, department_id === undefined ? skipToken : { query: { department_id, status: 'active' } }, {
    staleTime,
  })

/** The own fields of students or staff that the person may see. */
export const ownFieldsQuery = (entity: OwnField['entity']) =>
  everyOf(ownFields.list, { query: { entity } }, { staleTime })

/** The students of a batch by roll number; with a department, only those of its groups. */
export const studentChoicesQuery = (batch_id: number | undefined, department_id: number | undefined) =>
  everyOf(students.list, batch_id === undefined ? skipToken : { query: { batch_id, department_id } }, { staleTime })

/** Returns the queries of filters by department, batch or group. */
export const choicesFor = (address: Address, ofPast = false) => [
  address.can('staff:read-own') && ownStaffQuery,
  academicDepartmentsQuery,
  ofOwnDepartment(address).then(({ departmentId }) =>
    ofPast ? everyGroupQuery(departmentId) : activeGroupsQuery(departmentId),
  ),
]
