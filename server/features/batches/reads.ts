import type { Batch } from '../../../shared/contract/batches.ts'
import { type Listed, type Page, readPage } from '../../core/paging.ts'
import type { Scope } from '../../core/session.ts'
import type { Db } from '../../db/types.ts'

/** Batches are seen by every user, by students only their own (server-rules.md §4). */
function selectBatches(db: Db, scope: Scope) {
  const query = db
    .selectFrom('batches')
    .select(['id', 'name', 'current_year', 'description', 'status', 'created_at', 'updated_at'])
  if (scope.kind === 'student') return query.where('id', '=', scope.batchId ?? 0)
  return scope.kind === 'nothing' ? query.where('id', '=', 0) : query
}

/** Batches by name. */
export function listBatches(
  db: Db,
  scope: Scope,
  filter: { status?: Batch['status'] | undefined },
  page: Page,
): Promise<Listed<Batch>> {
  const query = selectBatches(db, scope).orderBy('name').orderBy('id')
  return readPage(filter.status ? query.where('status', '=', filter.status) : query, page)
}

export const findBatch = (db: Db, scope: Scope, id: number): Promise<Batch | undefined> =>
  selectBatches(db, scope).where('id', '=', id).executeTakeFirst()
