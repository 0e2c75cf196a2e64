import { calendar } from '../../../shared/contract/calendar.ts'
import { postings } from '../../../shared/contract/postings.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, everyOf, queryOf } from '../../core/queries.ts'
import { activeGroupsQuery } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { addressOf, type WeekOf, weekOf } from './timetable.rules.ts'

/** Reads the week of a day, with the night before it: a duty that begins on Sunday ends on Monday. */
export function weekQuery(day: string, of: WeekOf) {
  const days = weekOf(day)
  const query = { from: dayAfter(days[0] ?? day, -1), to: days.at(-1) ?? day, ...of }
  return queryOf(calendar.days, { query }, { select: dataOf })
}

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
