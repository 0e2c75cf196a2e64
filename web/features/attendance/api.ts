import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { staff } from '../../../shared/contract/staff.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { unreached } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { everyPage } from '../../core/every-page.ts'
import { getLogin } from '../../core/login.ts'
import { useOnline } from '../../offline/page.ts'
import { ATTENDANCE, useRefreshAttendance } from '../taking/api.ts'
import { fetchAhead, keepList, keptList, type ListKept, type SessionFilter } from '../taking/kept.api.ts'

const SESSIONS_PER_PAGE = 50

/** The sessions, and since when they are known if the server cannot be reached. */
export const sessionsQuery = (filter: SessionFilter, page: number, keeps: boolean) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'list', filter, page],
    queryFn: async ({ signal }): Promise<ListKept['found'] & { keptAt: string | null }> => {
      const asked = { ...filter, page, per_page: SESSIONS_PER_PAGE }
      const owner = getLogin()?.user.id
      try {
        const found = await call(attendanceSessions.list, { query: asked, signal })
        if (keeps) {
          void keepList(owner, { asked, found })
          void fetchAhead(found.data)
        }
        return { ...found, keptAt: null }
      } catch (error) {
        const last = unreached(error) && (await keptList())
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
