import { type SqlBool, sql } from 'kysely'
import type { BatchCounts, batches } from '../../../shared/contract/batches.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { asItIs, listing } from '../../core/listing.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'
import { visibleGroups } from '../groups/reads.ts'

type BatchFilter = Query<typeof batches.list>

/** Batches are seen by every user, by students only their own. */
function visible(db: Db, caller: Caller, { q, status }: BatchFilter = {}) {
  let query = db
    .selectFrom('batches')
    .where(within(caller, { department: all, student: ({ batchId }) => sql<SqlBool>`id = ${batchId}` }))
  if (status) query = query.where('status', '=', status)
  return q ? query.where(contains(q, ['name', 'current_year', 'description'])) : query
}

const batchList = listing({
  table: 'batches',
  noun: 'Batch',
  kept: visible,
  details: (kept) => kept.select(['id', 'name', 'current_year', 'description', 'status', 'created_at', 'updated_at']),
  order: (query) => query.orderBy('name').orderBy('id'),
  row: asItIs,
  isOpenToOthers: true,
})

export const {
  page: listBatches,
  find: findBatch,
  read: readBatch,
  lock: lockBatch,
  lockIfThere: lockBatchIfThere,
  lockByIds: lockBatches,
} = batchList

/** Counts the batches in the order and pages of their list; only those of the page are counted. */
export function countBatches(db: Db, caller: Caller, filter: BatchFilter, page: Paging): Promise<Listed<BatchCounts>> {
  const query = batchList
    .query(db, caller, filter)
    .clearSelect()
    .select([
      'id as batch_id',
      sql<number>`(select count(*) from student_batches l where l.batch_id = batches.id and l.status = 'active')`.as(
        'student_count',
      ),
      sql<number>`(select count(*) from groups g
        where g.batch_id = batches.id and g.status = 'active' and ${visibleGroups(caller, 'g')})`.as(
        'active_group_count',
      ),
    ])
  return readPage(query, page)
}
