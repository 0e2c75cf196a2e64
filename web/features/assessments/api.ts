import { skipToken } from '@tanstack/react-query'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import { assessments } from '../../../shared/contract/assessments.ts'
import { studentGroups } from '../../../shared/contract/groups.ts'
import { students } from '../../../shared/contract/students.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { choicesFor } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { addressOf } from './rules.ts'

const ROWS_PER_PAGE: PageSize = 100

type AssessmentFilter = ReturnType<typeof addressOf>['filter']

export const assessmentsQuery = (filter: AssessmentFilter, page: number) =>
  queryOf(
    assessments.list,
    filter === undefined ? skipToken : { query: { ...filter, page, per_page: ROWS_PER_PAGE } },
    {
      sameBut: ['page'],
    },
  )

export const assessmentQuery = (id: number) =>
  queryOf(assessments.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** Reads the students of a group, by roll number. */
export const groupMembersQuery = (group_id: number | undefined, page: number) =>
  queryOf(
    studentGroups.listByGroup,
    group_id === undefined
      ? skipToken
      : { params: { group_id, status: 'active' }, query: { page, per_page: ROWS_PER_PAGE } },
    { sameBut: ['page'] },
  )

/** Reads only when the dialog opens or a conflict is told: rows must not move under a person who types. */
const steady = { staleTime: sinceOpened, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false }

/** Reads every student of an assessment's group with the stored result. */
export const rosterQuery = (id: number) => everyOf(assessments.roster, { params: { id } }, steady)

/** Reads every assessment of a group. */
export const groupAssessmentsQuery = (group_id: number | undefined) =>
  everyOf(assessments.listByGroup, { params: { group_id } }, steady)

/** The student whose marks are given. */
export const studentQuery = (id: number) =>
  queryOf(students.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** The student's results in the assessments of a group. */
export const studentResultsQuery = (student_id: number, group_id: number | undefined) =>
  everyOf(assessmentResults.listByStudentAndGroup, { params: { student_id, group_id } }, steady)

/** Contracts of everything that shows assessments or their results. */
const EFFECTS = { stale: [assessments, assessmentResults] }

export const useAssessmentChanges = () => useRecordChanges(assessments, EFFECTS)

export const useGiveResults = () => useChange(assessmentResults.create, EFFECTS)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, can } = address
  const { place, only, studentsOf } = addressOf(address)
  const listOf = (one: Address) => assessmentsQuery(addressOf(one).filter, page)
  const opened = dialog('view', 'edit', 'results', 'summary')
  const student = can('results:write') ? dialog('mark') : undefined
  const marked = can('results:write') ? dialog('results') : undefined
  return [
    ...choicesFor(address),
    batchChoicesQuery,
    groupMembersQuery(studentsOf, page),
    only ? ofOwnDepartment(address).then(listOf) : listOf(address),
    opened !== undefined && assessmentQuery(opened),
    marked !== undefined && rosterQuery(marked),
    student !== undefined && studentQuery(student),
    student !== undefined && groupAssessmentsQuery(place.group_id),
    student !== undefined && studentResultsQuery(student, place.group_id),
  ]
})
