import { skipToken, useQuery } from '@tanstack/react-query'
import { collegeToday } from '../../../shared/college-clock.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { can } from '../../../shared/permissions.ts'
import { answerOf, needsOf } from '../../core/needs.ts'
import { dataOf, queryOf } from '../../core/queries.ts'
import { ownStaffQuery } from '../../core/start.ts'
import { waitingReportsQuery } from '../../layout/waiting.ts'

export const statisticsQuery = queryOf(dashboard.statistics, {}, { select: dataOf })

/** How many there are, for which one record is enough. */
const ONE = { per_page: 1 }
const totalOf = ({ meta }: { meta: { total: number } }) => meta.total

const notTakenQuery = queryOf(attendanceSessions.notTaken, { query: ONE }, { select: totalOf })

const toTakeQuery = (staff_id: number | undefined) =>
  queryOf(
    attendanceSessions.list,
    staff_id === undefined ? skipToken : { query: { ...ONE, staff_id, status: 'pending', to: collegeToday() } },
    { select: totalOf },
  )

const registers = (count: number | undefined, what: string) =>
  count ? `${count} ${count === 1 ? 'register' : 'registers'} ${what}` : ''

function reportsText(found: { waiting: number; overdue: number } | undefined): string {
  if (!found?.waiting) return ''
  const said = `${found.waiting} waiting for you`
  return found.overdue > 0 ? `${said}, ${found.overdue} overdue` : said
}

/** What waits behind a tile, by its address: empty where nothing does, or as long as it is not known. */
export function useWaiting(roles: readonly string[]): Record<string, string> {
  const marks = can(roles, 'attendance:take')
  const oversees = can(roles, 'attendance:oversee')
  const reports = can(roles, 'reportings:create')
  const waiting = useQuery({ ...waitingReportsQuery, enabled: reports })
  const own = useQuery({ ...ownStaffQuery, enabled: marks })
  const toTake = useQuery(toTakeQuery(marks ? own.data?.id : undefined))
  const notTaken = useQuery({ ...notTakenQuery, enabled: oversees })
  return {
    ...(marks && { '/attendance': registers(toTake.data, 'to take') }),
    ...(reports && { '/reporting': reportsText(waiting.data) }),
    ...(oversees && { '/reports': registers(notTaken.data, 'not taken') }),
  }
}

/** What the screen needs for its address. */
export const needs = needsOf(({ can }) => [
  can('attendance:take') && answerOf(ownStaffQuery).then((own) => toTakeQuery(own?.id)),
  can('attendance:oversee') && notTakenQuery,
  can('reportings:create') && waitingReportsQuery,
])
