import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { call } from '../../core/call.ts'
import { formatInstant } from '../../core/formats.ts'
import { keptTaking, readTaking } from './kept.api.ts'
import { asStored, givenIn, type Taking } from './register.rules.ts'
import { registers } from './registers.ts'

export const ATTENDANCE = ['attendance']

export const sessionTitle = ({ group, date_time }: AttendanceSession) => `${group.name}, ${formatInstant(date_time)}`

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
      const last = await keptTaking(id)
      if (!last) return null
      const sent = registers.entryOf(id)
      const stored = sent?.state === 'saved' ? sent.reply?.data : undefined
      if (!sent || !stored || sent.at < last.at) return { taking: last.value, at: last.at }
      return { taking: asStored(last.value, stored, givenIn(sent.body)), at: sent.at }
    },
  })

/** The newest of its changes, so many. */
export const entryHistoryQuery = (id: number, per_page: number) =>
  queryOptions({
    queryKey: [...ATTENDANCE, 'history', id, per_page],
    queryFn: ({ signal }) => call(attendanceSessions.history, { params: { id }, query: { per_page }, signal }),
    staleTime: 0,
  })

export function useRefreshAttendance() {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: ATTENDANCE }), [client])
}
