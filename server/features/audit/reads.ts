import { sql } from 'kysely'
import type { AuditRow } from '../../../shared/contract/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

interface AuditFilter {
  entity?: string | undefined
  entity_id?: number | undefined
  actor_id?: number | undefined
}

/** The trail, newest first. */
export function listAudit(db: Db, caller: Caller, filter: AuditFilter, page: Paging): Promise<Listed<AuditRow>> {
  let query = db
    .selectFrom('audit')
    .select([
      'id',
      'at',
      'action',
      'entity',
      'entity_id',
      'changes',
      sql<AuditRow['actor']>`case when actor_id is not null
        then json_build_object('id', actor_id, 'name', actor_name) end`.as('actor'),
    ])
    .where(within(caller, { department: all }))
    .orderBy('id', 'desc')
  if (filter.entity !== undefined) query = query.where('entity', '=', filter.entity)
  if (filter.entity_id !== undefined) query = query.where('entity_id', '=', filter.entity_id)
  if (filter.actor_id !== undefined) query = query.where('actor_id', '=', filter.actor_id)
  return readPage(query, page)
}
