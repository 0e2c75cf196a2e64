import { skipToken } from '@tanstack/react-query'
import { calendar } from '../../../shared/contract/calendar.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { postings } from '../../../shared/contract/postings.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, everyOf, queryOf } from '../../core/queries.ts'
import { activeGroupsQuery } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { addressOf, daysAsked, type WeekOf, weekOf } from './timetable.rules.ts'

/** Reads the week of a day; nothing where nobody's is chosen. */
export const weekQuery = ({ day, of, isEmpty }: { day: string; of: WeekOf; isEmpty: boolean }) =>
  queryOf(calendar.days, isEmpty ? skipToken : { query: { ...daysAsked(day), ...of } }, { select: dataOf })

/** Reads the postings of the week that the person is shown: their wards can be chosen. */
export function postedQuery(day: string, department_id: number | undefined) {
  const days = weekOf(day)
  return everyOf(postings.list, { query: { department_id, from: days[0] ?? day, to: days.at(-1) ?? day } })
}

/** Reads the staff of a department who are at work. */
export const teachersQuery = (department_id: number | undefined) =>
  everyOf(staff.list, department_id === undefined ? skipToken : { query: { department_id, status: 'active' } }, {
    staleTime: 5 * 60_000,
  })

/** Reads one group, also one that is not at work. */
export const groupQuery = (id: number | undefined) =>
  queryOf(groups.read, id === undefined ? skipToken : { params: { id } }, { select: dataOf })

/** Reads one teacher, also of another department. */
export const teacherQuery = (id: number | undefined) =>
  queryOf(staff.read, id === undefined ? skipToken : { params: { id } }, { select: dataOf })

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const asked = addressOf(address)
  if (!address.can('attendance:take')) return [weekQuery(asked)]
  const own = ofOwnDepartment(address)
  return [
    weekQuery(asked),
    own.then(({ departmentId }) => postedQuery(asked.day, departmentId)),
    own.then(({ departmentId }) => activeGroupsQuery(departmentId)),
    address.can('attendance:oversee') && own.then(({ departmentId }) => teachersQuery(departmentId)),
  ]
})
