import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { staff } from '../../../shared/contract/staff.ts'
import type { BodyInput, Reply } from '../../../shared/endpoint.ts'
import { ApiError } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { everyPage } from '../../core/every-page.ts'
import { formatInstant, today } from '../../core/formats.ts'
import { useOnline } from '../../core/offline-page.ts'
import { type Kept, keep, kept } from '../../core/offline-store.ts'
import { type OutboxEntry, outbox, settle } from '../../core/outbox.ts'
import { getSession } from '../../core/session.ts'
import { asStored, differing, givenIn, type Taking } from './marks.rules.ts'

const ATTENDANCE = ['attendance']
const SESSIONS_PER_PAGE = 50

/** Rosters of today's sessions are fetched ahead, so that attendance can be taken where there is no network. */
const FETCHED_AHEAD = 5

/** Without a session the beginning that all have. */
export const subjectOf = (sessionId: number | string = '') => `attendance:${sessionId}`
export const sessionIdOf = (subject: string) => Number(/^attendance:(\d+)$/.exec(subject)?.[1]) || undefined
export const TAKINGS = 'taking/'
const takingName = (sessionId: number) => `${TAKINGS}${sessionId}`
const SHOWN_LAST = 'attendance-sessions'

export const sessionTitle = ({ group, date_time }: AttendanceSession) => `${group.name}, ${formatInstant(date_time)}`

export const unreached = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** What is kept is a help, never a condition. */
async function keepQuietly(name: string, value: unknown): Promise<void> {
  const owner = getSession()?.user.id
  if (owner !== undefined) await keep(owner, name, value).catch(() => undefined)
}

async function keptQuietly<T>(name: string): Promise<Kept<T> | undefined> {
  const owner = getSession()?.user.id
  return owner === undefined ? undefined : kept<T>(owner, name).catch(() => undefined)
}

export interface SessionFilter {
  department_id: number
  batch_id: number
  group_id: number
  status: string
}

type Sessions = Reply<typeof attendanceSessions.list>

/** The sessions, and since when they are known if the server cannot be reached. */
export const sessionsQuery = (filter: SessionFilter, page: number, keeps: boolean) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'list', filter, page],
    queryFn: async ({ signal }): Promise<Sessions & { keptAt: string | null }> => {
      const asked = { ...filter, page, per_page: SESSIONS_PER_PAGE }
      try {
        const found = await call(attendanceSessions.list, { query: asked, signal })
        if (keeps) {
          void keepQuietly(SHOWN_LAST, { asked, found })
          void fetchAhead(found.data)
        }
        return { ...found, keptAt: null }
      } catch (error) {
        const last = unreached(error) && (await keptQuietly<{ asked: unknown; found: Sessions }>(SHOWN_LAST))
        if (!last || JSON.stringify(last.value.asked) !== JSON.stringify(asked)) throw error
        return { ...last.value.found, keptAt: last.at }
      }
    },
  })

export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'one', id],
    queryFn: async ({ signal }) => (await call(attendanceSessions.read, { params: { id }, signal })).data,
    // A form over a stale record would be refused when it is saved.
    staleTime: 0,
  })

async function readTaking(id: number, signal?: AbortSignal): Promise<Taking> {
  const params = { id }
  const given = signal ? { signal } : {}
  const [{ data: session }, students] = await Promise.all([
    call(attendanceSessions.read, { params, ...given }),
    everyPage<RosterStudent>((query) => call(attendanceSessions.roster, { params, query, ...given })),
  ])
  const taking = { session, students }
  await keepQuietly(takingName(id), taking)
  return taking
}

async function fetchAhead(sessions: readonly AttendanceSession[]): Promise<void> {
  const day = today()
  const soon = sessions.filter((one) => one.status === 'pending' && one.activity_date === day).slice(0, FETCHED_AHEAD)
  for (const { id } of soon) await readTaking(id).catch(() => undefined)
}

/** A session and its students, as the server says now. Only asked for when opened: what is marked must not move. */
export const takingQuery = (id: number) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'taking', id],
    queryFn: ({ signal }) => readTaking(id, signal),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The same as it was last read on this device, with what was sent since. */
export const keptTakingQuery = (id: number) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'kept-taking', id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async (): Promise<{ taking: Taking; at: string } | null> => {
      const last = await keptQuietly<Taking>(takingName(id))
      if (!last) return null
      const sent = outbox.get().find(({ subject, state }) => subject === subjectOf(id) && state === 'saved')
      const stored = sent && storedBy(sent)
      if (!stored || sent.at < last.at) return { taking: last.value, at: last.at }
      return { taking: asStored(last.value, stored, givenIn(sent.body)), at: sent.at }
    },
  })

/** The session as the server answered to what was sent. */
export const storedBy = ({ reply }: OutboxEntry) =>
  (reply as Reply<typeof attendanceSessions.read> | null)?.data ?? undefined

export const markHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'history', id],
    queryFn: ({ signal }) => call(attendanceSessions.history, { params: { id }, query: { per_page: 100 }, signal }),
    staleTime: 0,
  })

export const staffOfDepartmentQuery = (departmentId: number) =>
  queryOptions({
    queryKey: ['staff', 'department', departmentId],
    queryFn: ({ signal }) =>
      everyPage<{ id: number; name: string }>((query) =>
        call(staff.list, { query: { ...query, department_id: departmentId, status: 'active' }, signal }),
      ),
    staleTime: 5 * 60_000,
  })

export const recurringPreviewQuery = (body: BodyInput<typeof attendanceSessions.previewRecurring>) =>
  queryOptions({
    queryKey: ['recurring-sessions', body],
    queryFn: async ({ signal }) => (await call(attendanceSessions.previewRecurring, { body, signal })).data,
    staleTime: 0,
    retry: false,
  })

export function useRefreshAttendance() {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: ATTENDANCE }), [client])
}

/** What could not be asked for without network is asked for when it is back. */
export function useBackOnline(): void {
  const client = useQueryClient()
  const refresh = useRefreshAttendance()
  const online = useOnline()
  const was = useRef(online)
  useEffect(() => {
    if (online && !was.current) {
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      void refresh()
    }
    was.current = online
  }, [online, client, refresh])
}

/** What changes a session; whatever shows one is read again. */
export function useSessionChanges() {
  const refresh = useRefreshAttendance()
  return {
    create: async (body: BodyInput<typeof attendanceSessions.create>) => {
      const { data } = await call(attendanceSessions.create, { body })
      void refresh()
      return data
    },
    createRecurring: async (body: BodyInput<typeof attendanceSessions.createRecurring>) => {
      const { data } = await call(attendanceSessions.createRecurring, { body })
      void refresh()
      return data
    },
    update: async (id: number, body: BodyInput<typeof attendanceSessions.update>) => {
      await call(attendanceSessions.update, { params: { id }, body })
      await refresh()
    },
    remove: async ({ id }: AttendanceSession) => {
      await call(attendanceSessions.remove, { params: { id } })
      await refresh()
    },
  }
}

/** A conflict in which nothing differs is none: the marks had arrived, and only the answer was lost. */
export async function settleConflict(entry: OutboxEntry): Promise<void> {
  const id = sessionIdOf(entry.subject)
  if (entry.state !== 'conflict' || !id) return
  const { session, students } = await readTaking(id)
  if (differing(students, givenIn(entry.body)).length === 0) await settle(entry.subject, { data: session })
}
