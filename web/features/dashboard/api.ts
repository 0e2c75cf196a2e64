import { queryOptions, useQuery } from '@tanstack/react-query'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { can } from '../../../shared/permissions.ts'
import { call } from '../../core/call.ts'
import { today } from '../../core/formats.ts'
import { ownStaffQuery } from '../../parts/api.ts'

export const statisticsQuery = queryOptions({
  queryKey: ['dashboard', 'statistics'],
  queryFn: ({ signal }) => call(dashboard.statistics, { signal }),
  select: ({ data }) => data,
})

/** How many there are, for which one record is enough. */
const ONE = { per_page: 1 }

const notTakenQuery = queryOptions({
  queryKey: ['attendance', 'dashboard', 'not-taken'],
  queryFn: async ({ signal }) => (await call(attendanceSessions.notTaken, { query: ONE, signal })).meta.total,
})

const toTakeQuery = (staffId: number) =>
  queryOptions({
    queryKey: ['attendance', 'dashboard', 'to-take', staffId],
    queryFn: async ({ signal }) => {
      const query = { ...ONE, staff_id: staffId, status: 'pending' as const, to: today() }
      return (await call(attendanceSessions.list, { query, signal })).meta.total
    },
  })

const registers = (count: number | undefined, what: string) =>
  count ? `${count} ${count === 1 ? 'register' : 'registers'} ${what}` : ''

/** What waits behind a tile, by its address: empty where nothing does, or as long as it is not known. */
export function useWaiting(roles: readonly string[]): Record<string, string> {
  const marks = can(roles, 'attendance:take')
  const oversees = can(roles, 'attendance:oversee')
  const own = useQuery({ ...ownStaffQuery, enabled: marks })
  const staffId = own.data?.id
  const toTake = useQuery({ ...toTakeQuery(staffId ?? 0), enabled: marks && staffId !== undefined })
  const notTaken = useQuery({ ...notTakenQuery, enabled: oversees })
  return {
    ...(marks && { '/attendance': registers(toTake.data, 'to take') }),
    ...(oversees && { '/reports': registers(notTaken.data, 'not taken') }),
  }
}
