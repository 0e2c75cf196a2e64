import { sql } from 'kysely'
import type { securityLog } from '../../../shared/contract/security-log.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

/** `day` is one of the college. */
function visible(db: Db, caller: Caller, { user_id, kind, day, address }: Query<typeof securityLog.list> = {}) {
  const midnight = (later: number) =>
    sql<string>`((${day}::date + ${sql.lit(later)})::timestamp at time zone ${caller.zone})`
  let query = db.selectFrom('security_log').where(within(caller, { department: all }))
  if (user_id !== undefined) query = query.where('user_id', '=', user_id)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (day) query = query.where('at', '>=', midnight(0)).where('at', '<', midnight(1))
  return address ? query.where('address', '=', address) : query
}

/** The log, newest first. */
export const { page: listSecurityLog } = listing({
  table: 'security_log',
  kept: visible,
  details: (kept) =>
    kept.select(['id', 'at', 'last_at', 'kind', 'email', 'address', 'device', 'detail', 'times', 'user_id', 'name']),
  order: (query) => query.orderBy('at', 'desc').orderBy('id', 'desc'),
  row: ({ user_id, name, ...row }) => ({
    ...row,
    user: user_id === null || name === null ? null : { id: user_id, name },
  }),
})
