import { calendar } from '../../../shared/contract/calendar.ts'
import { postings } from '../../../shared/contract/postings.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, everyOf, queryOf } from '../../core/queries.ts'
import { activeGroupsQuery } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { addressOf, daysAsked, type WeekOf, weekOf } from './timetable.rules.ts'

/** Reads the week of a day. */
export const weekQuery = (day: string, of: WeekOf) =>
  queryOf(calendar.days, { query: { ...daysAsked(day), ...of } }, { select: dataOf })

/** Reads the postings of the week that the person is shown: their wards can be chosen. */
export function postedQuery(day: string) {
  const days = weekOf(day)
  return everyOf(postings.list, { query: { from: days[0] ?? day, to: days.at(-1) ?? day } })
}

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { day, of } = addressOf(address)
  if (!address.can('attendance:take')) return [weekQuery(day, of)]
  const groups = ofOwnDepartment(address).then(({ departmentId }) => activeGroupsQuery(departmentId))
  return [weekQuery(day, of), postedQuery(day), groups]
})
