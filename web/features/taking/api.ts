import { queryOptions } from '@tanstack/react-query'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { formatInstant } from '../../core/formats.ts'
import { sinceOpened } from '../../core/opened.ts'
import { keyOf, queryOf } from '../../core/queries.ts'
import { keptTaking, readTaking } from './kept.api.ts'
import { asStored, givenIn, type Taking } from './register.rules.ts'
import { registers } from './registers.ts'

/** Whatever shows sessions, or what came of them. */
export const EFFECTS = { stale: registers.stale }

export const sessionTitle = ({ group, date_time }: AttendanceSession) => `${group.name}, ${formatInstant(date_time)}`

/** A session and its students, as the server says now. Only asked for when opened: what is marked must not move. */
export const takingQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(attendanceSessions.roster, { params: { id } }, 'taking'),
    queryFn: ({ signal }) => readTaking(id, signal),
    staleTime: sinceOpened,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The same as it was last read on this device, with what was sent since. */
export const keptTakingQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(attendanceSessions.roster, { params: { id } }, 'kept taking'),
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
  queryOf(attendanceSessions.history, { params: { id }, query: { per_page } }, { staleTime: 0 })
