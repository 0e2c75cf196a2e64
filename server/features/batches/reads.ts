import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Batch, BatchCounts } from '../../../shared/contract/batches.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tables, Tx } from '../../db/types.ts'
import { visibleGroups } from '../groups/reads.ts'

const COLUMNS = ['id', 'name', 'current_year', 'description', 'status', 'created_at', 'updated_at'] as const

/** Batches are seen by every user, by students only their own. */
const visible = (caller: Caller) =>
  within(caller, { department: all, student: ({ batchId }) => sql<SqlBool>`id = ${batchId}` })

interface BatchFilter {
  q?: string | undefined
  status?: Batch['status'] | undefined
}

/** Those that the filter keeps, by name. */
function filtered<O>(query: SelectQueryBuilder<Tables, 'batches', O>, caller: Caller, { q, status }: BatchFilter) {
  let kept = query.where(visible(caller)).orderBy('name').orderBy('id')
  if (status) kept = kept.where('status', '=', status)
  return q ? kept.where(contains(q, ['name', 'current_year', 'description'])) : kept
}

export const listBatches = (db: Db, caller: Caller, filter: BatchFilter, page: Paging): Promise<Listed<Batch>> =>
  readPage(filtered(db.selectFrom('batches').select(COLUMNS), caller, filter), page)

/** In the order and pages of the batches; counted for those of the page alone. */
export function countBatches(db: Db, caller: Caller, filter: BatchFilter, page: Paging): Promise<Listed<BatchCounts>> {
  const query = db.selectFrom('batches').select([
    'id as batch_id',
    sql<number>`(select count(*) from student_batches l where l.batch_id = batches.id and l.status = 'active')`.as(
      'student_count',
    ),
    sql<number>`(select count(*) from groups g
        where g.batch_id = batches.id and g.status = 'active' and ${visibleGroups(caller, 'g')})`.as(
      'active_group_count',
    ),
  ])
  return readPage(filtered(query, caller, filter), page)
}

export const findBatch = (db: Db, caller: Caller, id: number): Promise<Batch | undefined> =>
  db.selectFrom('batches').select(COLUMNS).where(visible(caller)).where('id', '=', id).executeTakeFirst()

/**
 * The batch, locked until the transaction ends: what a change of it starts with. Meanwhile students and groups can be
 * added to it, but not when it is locked for a deletion.
 */
export function lockBatch(
  tx: Tx,
  caller: Caller,
  id: number,
  lock: 'change' | 'deletion' = 'change',
): Promise<Batch | undefined> {
  const query = tx.selectFrom('batches').select(COLUMNS).where(visible(caller)).where('id', '=', id)
  return (lock === 'deletion' ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst()
}
