import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { staff } from '../../../shared/contract/staff.ts'
import type { BodyInput, Reply } from '../../../shared/endpoint.ts'
import { unreached } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { everyPage } from '../../core/every-page.ts'
import { formatInstant, today } from '../../core/formats.ts'
import { getLogin } from '../../core/login.ts'
import { useOnline } from '../../core/offline-page.ts'
import { allKept, type Kept, keep, kept } from '../../core/offline-store.ts'
import { type OutboxEntry, outbox } from '../../core/outbox.ts'
import { builtTaking, type ListKept, type ListSeen, type SessionFilter, seenOf, subjectOf } from './kept.rules.ts'
import { asStored, givenIn, type Taking } from './register.rules.ts'

const ATTENDANCE = ['attendance']
const SESSIONS_PER_PAGE = 50

/** Rosters of today's sessions are fetched ahead, so that attendance can be taken where there is no network. */
const FETCHED_AHEAD = 5

const TAKINGS = 'taking/'
const takingName = (sessionId: number) => `${TAKINGS}${sessionId}`
const SHOWN_LAST = 'attendance-sessions'

export const sessionTitle = ({ group, date_time }: AttendanceSession) => `${group.name}, ${formatInstant(date_time)}`

const signedIn = () => getLogin()?.user.id

/** Keeps what `owner` was answered, unless they have gone meanwhile. What is kept is a help, never a condition. */
async function keepQuietly(owner: number | undefined, name: string, value: unknown): Promise<void> {
  if (owner !== undefined && owner === signedIn()) await keep(owner, name, value).catch(() => undefined)
}

async function keptQuietly<T>(name: string): Promise<Kept<T> | undefined> {
  const owner = signedIn()
  return owner === undefined ? undefined : kept<T>(owner, name).catch(() => undefined)
}

/** The list that was seen last on this device, and the registers that are kept on it. */
export async function keptSessions(): Promise<{ takings: Kept<Taking>[]; seen: ListSeen | undefined }> {
  const owner = signedIn()
  if (owner === undefined) return { takings: [], seen: undefined }
  const takings = await allKept<Taking>(owner, TAKINGS)
  const last = await kept<ListKept>(owner, SHOWN_LAST)
  return { takings: takings.map(([, taking]) => taking), seen: last && seenOf(last.value) }
}

/** The sessions, and since when they are known if the server cannot be reached. */
export const sessionsQuery = (filter: SessionFilter, page: number, keeps: boolean) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'list', filter, page],
    queryFn: async ({ signal }): Promise<ListKept['found'] & { keptAt: string | null }> => {
      const asked = { ...filter, page, per_page: SESSIONS_PER_PAGE }
      const owner = signedIn()
      try {
        const found = await call(attendanceSessions.list, { query: asked, signal })
        if (keeps) {
          void keepQuietly(owner, SHOWN_LAST, { asked, found } satisfies ListKept)
          void fetchAhead(found.data)
        }
        return { ...found, keptAt: null }
      } catch (error) {
        const last = unreached(error) && (await keptQuietly<ListKept>(SHOWN_LAST))
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

/** A session and its students as the server says now, kept for when it cannot be asked. */
export async function readTaking(id: number, signal?: AbortSignal): Promise<Taking> {
  const owner = signedIn()
  const params = { id }
  const given = signal ? { signal } : {}
  const [{ data: session }, students] = await Promise.all([
    call(attendanceSessions.read, { params, ...given }),
    everyPage<RosterStudent>((query) => call(attendanceSessions.roster, { params, query, ...given })),
  ])
  const taking = { session, students }
  await keepQuietly(owner, takingName(id), taking)
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

/** A register that was never read on this device, from what it knows of the session and the group. */
async function builtFromKept(id: number): Promise<Kept<Taking> | undefined> {
  const { takings, seen } = await keptSessions()
  const session = seen?.sessions.find((one) => one.id === id)
  return session && builtTaking(session, takings)
}

/** The same as it was last read on this device, with what was sent since. */
export const keptTakingQuery = (id: number) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'kept-taking', id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async (): Promise<{ taking: Taking; at: string } | null> => {
      const last = (await keptQuietly<Taking>(takingName(id))) ?? (await builtFromKept(id).catch(() => undefined))
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

/** The newest of its changes, so many. */
export const entryHistoryQuery = (id: number, per_page: number) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'history', id, per_page],
    queryFn: ({ signal }) => call(attendanceSessions.history, { params: { id }, query: { per_page }, signal }),
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

/** What was shown as it was kept is read anew when the network is back. */
export function useBackOnline(): void {
  const refresh = useRefreshAttendance()
  const online = useOnline()
  const was = useRef(online)
  useEffect(() => {
    if (online && !was.current) void refresh()
    was.current = online
  }, [online, refresh])
}

/** What changes a session; whatever shows one is read again. */
export function useSessionChanges() {
  const refresh = useRefreshAttendance()
  return {
    create: async (body: BodyInput<typeof attendanceSessions.create>, key: string) => {
      const { data } = await call(attendanceSessions.create, { body, key })
      void refresh()
      return data
    },
    createRecurring: async (body: BodyInput<typeof attendanceSessions.createRecurring>, key: string) => {
      const { data } = await call(attendanceSessions.createRecurring, { body, key })
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
