import { useQuery } from '@tanstack/react-query'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { type TodayPart, type TodayWord, today } from '../../../shared/contract/today.ts'
import { counted } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'
import { waitingReportsQuery } from '../../layout/waiting.ts'
import { readSteps } from './kept-steps.ts'

/** A screen, or a deed that begins on one, as the search finds it. */
export interface Deed {
  title: string
  /** Further words that it is found by. */
  also: string
  to: string
}

export const statisticsQuery = queryOf(dashboard.statistics, {}, { select: dataOf })

/** Read at each opening of the dashboard, until all are done: they are done on other screens. */
export const firstStepsQuery = queryOf(
  dashboard.firstSteps,
  {},
  { select: ({ data }) => data.flatMap(({ step, is_done }) => (is_done ? step : [])), staleTime: sinceOpened },
)

/** Read at each opening of the dashboard: most of it is done on other screens, or by others. */
export const todayQuery = queryOf(today.read, {}, { staleTime: sinceOpened })

export const useMarkSeen = () => useChange(today.markSeen, { stale: [today] })

const countText = (count: number | undefined, thing: string, what: string) =>
  count ? `${counted(count, thing)} ${what}` : ''

function reportsText(found: { waiting: number; overdue: number } | undefined): string {
  if (!found?.waiting) return ''
  const said = `${found.waiting} waiting for you`
  return found.overdue > 0 ? `${said}, ${found.overdue} overdue` : said
}

/** Returns each tile's text about waiting records, by its address; empty while nothing waits or is known. */
export function useWaiting(roles: readonly string[]): Record<string, string> {
  const reports = can(roles, 'reportings:create')
  const waiting = useQuery({ ...waitingReportsQuery, enabled: reports })
  const { data: day } = useQuery({ ...todayQuery, enabled: can(roles, 'today:read') })
  const totalOf = (kind: TodayWord) => day?.data.find((part: TodayPart) => part.kind === kind)?.total
  return {
    ...(can(roles, 'submissions:submit') && { '/tasks': countText(totalOf('tasks-due'), 'task', 'to submit') }),
    ...(can(roles, 'attendance:take') && {
      '/attendance': countText(totalOf('own-registers'), 'register', 'to take'),
    }),
    ...(reports && { '/reporting': reportsText(waiting.data) }),
    ...(can(roles, 'attendance:oversee') && {
      '/reports': countText(totalOf('registers-not-taken'), 'register', 'not taken'),
    }),
  }
}

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ can, userId }) => [
  can('dashboard:first-steps') && !readSteps(userId).isOver && firstStepsQuery,
  can('today:read') && todayQuery,
  can('reportings:create') && waitingReportsQuery,
])
