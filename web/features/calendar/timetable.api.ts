import { calendar } from '../../../shared/contract/calendar.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, queryOf } from '../../core/queries.ts'
import { addressOf, weekOf } from './timetable.rules.ts'

/** Reads the week of a day, with the night before it: a duty that begins on Sunday ends on Monday. */
export function weekQuery(day: string) {
  const days = weekOf(day)
  const query = { from: dayAfter(days[0] ?? day, -1), to: days.at(-1) ?? day }
  return queryOf(calendar.days, { query }, { select: dataOf })
}

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => [weekQuery(addressOf(address).day)])
