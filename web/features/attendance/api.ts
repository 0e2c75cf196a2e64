import { queryOptions, skipToken } from '@tanstack/react-query'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { postings } from '../../../shared/contract/postings.ts'
import { staff } from '../../../shared/contract/staff.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { SessionsOnly } from '../../../shared/only.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { isDay } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'
import { unreached } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { getLogin } from '../../core/login.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, keyOf, queryOf, sameBut, useChange, useRecordChanges } from '../../core/queries.ts'
import { queryClient } from '../../core/query-client.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { choicesFor } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { whenIdle } from '../../ui/later.tsx'
import { EFFECTS, takingQuery } from '../taking/api.ts'
import { fetchAhead, keepList, keptList, type ListKept, type SessionFilter } from '../taking/kept.api.ts'
import { addressOf } from './rules.ts'

const SESSIONS_PER_PAGE: PageSize = 50
/** Asks again this often while the device's copy stands in for the server's sessions. */
const ASK_AGAIN_MS = 10_000

/** Returns true for a register that is neither open nor on its way. */
const isUnread = ({ id }: { id: number }) => queryClient.getQueryState(takingQuery(id).queryKey) === undefined

/** A page of sessions; with the time of the device's copy, if it is one. */
export type SessionsFound = ListKept['found'] & { keptAt: string | null }

async function readSessions(asked: ListKept['asked'], keeps: boolean, signal: AbortSignal): Promise<SessionsFound> {
  const person = getLogin()?.user
  try {
    const found = await call(attendanceSessions.list, { query: asked, signal })
    if (keeps) {
      void keepList(person?.id, { asked, found })
      whenIdle(() => void fetchAhead(person, found.data.filter(isUnread)))
    }
    return { ...found, keptAt: null }
  } catch (error) {
    const last = unreached(error) && (await keptList())
    if (!last || JSON.stringify(last.value.asked) !== JSON.stringify(asked)) throw error
    return { ...last.value.found, keptAt: last.at }
  }
}

/** Reads the sessions; without the server, the device's copy with its time. */
const sessionsQuery = (filter: SessionFilter | undefined, page: number, keeps: boolean) => {
  const asked = filter && { ...filter, page, per_page: SESSIONS_PER_PAGE }
  const queryKey = keyOf(attendanceSessions.list, { query: { ...asked } }, 'or kept')
  return queryOptions({
    queryKey,
    queryFn: asked ? ({ signal }) => readSessions(asked, keeps, signal) : skipToken,
    placeholderData: sameBut(queryKey, 'page'),
    refetchInterval: ({ state }) => (state.data?.keptAt ? ASK_AGAIN_MS : false),
  })
}

type ListFilter = ReturnType<typeof addressOf>['filter']
type DueFilter = Extract<ListFilter, { only: SessionsOnly }>

/** Reads the due registers, of all groups unless one is chosen. */
function dueQuery(filter: DueFilter, page: number) {
  const query = { ...filter, page, per_page: SESSIONS_PER_PAGE }
  const queryKey = keyOf(attendanceSessions.list, { query }, 'due')
  return queryOptions({
    queryKey,
    // The device keeps no copy of these lists, which tell what is to be done now.
    queryFn: async ({ signal }): Promise<SessionsFound> => ({
      ...(await call(attendanceSessions.list, { query, signal })),
      keptAt: null,
    }),
    placeholderData: sameBut(queryKey, 'page', 'department_id', 'batch_id', 'group_id'),
    staleTime: sinceOpened,
  })
}

/** The list of an address. */
export const listQuery = (filter: ListFilter, page: number, keeps: boolean) =>
  filter && 'only' in filter ? dueQuery(filter, page) : sessionsQuery(filter, page, keeps)

export const sessionQuery = (id: number) =>
  queryOf(attendanceSessions.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** Reads the sessions of a group or a staff member on a day and its neighbours, whose night duties reach into it. */
export const sessionsAroundQuery = (of: { group_id: number } | { staff_id: number }, day: string | undefined) =>
  queryOf(
    attendanceSessions.list,
    day === undefined ? skipToken : { query: { ...of, from: dayAfter(day, -1), to: dayAfter(day, 1) } },
  )

export const staffOfDepartmentQuery = (department_id: number | undefined) =>
  everyOf(staff.list, department_id === undefined ? skipToken : { query: { department_id, status: 'active' } }, {
    staleTime: 5 * 60_000,
  })

export const recurringPreviewQuery = (body: BodyInput<typeof attendanceSessions.previewRecurring>) =>
  queryOf(attendanceSessions.previewRecurring, { body }, { select: dataOf, staleTime: 0, retry: false })

/** The sessions of so many days tell with which groups somebody works. */
const LATELY_DAYS = 28

/** Reads the last sessions of a member of staff before a day, the latest first: that day's own are no pattern for it. */
export const lastHeldQuery = (staff_id: number | undefined, day: string) =>
  queryOf(
    attendanceSessions.list,
    staff_id === undefined
      ? skipToken
      : { query: { staff_id, from: dayAfter(day, -LATELY_DAYS), to: dayAfter(day, -1) } },
    { select: dataOf, staleTime: 5 * 60_000 },
  )

/** Reads the groups that are posted to a department on a day. */
export const postedQuery = (department_id: number | undefined, day: string) =>
  everyOf(
    postings.list,
    department_id === undefined || !isDay(day) ? skipToken : { query: { department_id, from: day, to: day } },
  )

export const useSessionChanges = () => ({
  ...useRecordChanges(attendanceSessions, EFFECTS),
  createRecurring: useChange(attendanceSessions.createRecurring, EFFECTS),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, can } = address
  const takes = can('attendance:take')
  const listOf = (one: Address) => listQuery(addressOf(one).filter, page, takes)
  const opened = dialog('view', 'edit')
  const taken = takes ? dialog('take') : undefined
  return [
    taken !== undefined && takingQuery(taken),
    ...choicesFor(address),
    batchChoicesQuery,
    addressOf(address).only ? ofOwnDepartment(address).then(listOf) : listOf(address),
    opened !== undefined && sessionQuery(opened),
  ]
})
