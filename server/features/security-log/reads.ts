import { sql } from 'kysely'
import type { SecurityKind, SecurityRow } from '../../../shared/contract/security-log.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

interface Filter {
  user_id?: number | undefined
  kind?: SecurityKind | undefined
  day?: string | null | undefined
  address?: string | undefined
}

/** The log, newest first; `day` is one of the college. */
export function listSecurityLog(
  db: Db,
  caller: Caller,
  { user_id, kind, day, address }: Filter,
  page: Paging,
): Promise<Listed<SecurityRow>> {
  const midnight = (later: number) =>
    sql<string>`((${day}::date + ${sql.lit(later)})::timestamp at time zone ${caller.zone})`
  let chosen = db.selectFrom('security_log').where(within(caller, { department: all }))
  if (user_id !== undefined) chosen = chosen.where('user_id', '=', user_id)
  if (kind !== undefined) chosen = chosen.where('kind', '=', kind)
  if (day) chosen = chosen.where('at', '>=', midnight(0)).where('at', '<', midnight(1))
  if (address) chosen = chosen.where('address', '=', address)
  const query = chosen
    .select(['id', 'at', 'last_at', 'kind', 'email', 'address', 'device', 'detail', 'times'])
    .select(
      sql<SecurityRow['user']>`case when user_id is not null
        then json_build_object('id', user_id, 'name', name) end`.as('user'),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  // Counted apart, and so from an index alone: counted over the query, every row of half a year is fetched.
  const { count } = db.fn
  return readPage(query, page, sql<number>`(${chosen.select(count<number>('id').as('total'))})`)
}
