import { queryOptions } from '@tanstack/react-query'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { formatInstant } from '../../core/formats.ts'
import { sinceOpened } from '../../core/opened.ts'
import { keyOf, queryOf } from '../../core/queries.ts'
import { keptTaking, readTaking } from './kept.api.ts'
import { asStored, givenIn, type Taking } from './register.rules.ts'
import { registers } from './registers.ts'
import { STALE } from './stale.ts'

export const EFFECTS = { stale: STALE }

export const sessionTitle = ({ group, date_time }: AttendanceSession) => `${group.name}, ${formatInstant(date_time)}`

/** Reads a session with its students, only when opened: rows must not move under a person who marks. */
export const takingQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(attendanceSessions.roster, { params: { id } }, 'taking'),
    queryFn: ({ signal }) => readTaking(id, signal),
    staleTime: sinceOpened,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Reads the device's copy of a session, with the entries sent since. */
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

/** Reads the newest changes, up to `per_page`. */
export const entryHistoryQuery = (id: number, per_page: number) =>
  queryOf(attendanceSessions.history, { params: { id }, query: { per_page } }, { staleTime: 0 })
