import type { audit } from '../../../shared/contract/audit.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'

/** The trail, newest first. */
export const { page: listAudit } = listing({
  table: 'audit',
  kept: (db, caller, filter: Query<typeof audit.list> = {}) => {
    let query = db.selectFrom('audit').where(within(caller, { department: all }))
    if (filter.entity !== undefined) query = query.where('entity', '=', filter.entity)
    if (filter.entity_id !== undefined) query = query.where('entity_id', '=', filter.entity_id)
    return filter.actor_id === undefined ? query : query.where('actor_id', '=', filter.actor_id)
  },
  details: (kept) => kept.select(['id', 'at', 'action', 'entity', 'entity_id', 'changes', 'actor_id', 'actor_name']),
  order: (query) => query.orderBy('id', 'desc'),
  row: ({ actor_id, actor_name, ...row }) => ({
    ...row,
    actor: actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name },
  }),
})
