import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Batch, BatchCounts } from '../../../shared/contract/batches.ts'
import type { Scope } from '../../core/login.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tables, Tx } from '../../db/types.ts'

const COLUMNS = ['id', 'name', 'current_year', 'description', 'status', 'created_at', 'updated_at'] as const

/** Batches are seen by every user, by students only their own. */
function visible<O>(query: SelectQueryBuilder<Tables, 'batches', O>, scope: Scope) {
  if (scope.kind === 'student') return query.where('id', '=', scope.batchId ?? 0)
  return scope.kind === 'nothing' ? query.where('id', '=', 0) : query
}

interface BatchFilter {
  q?: string | undefined
  status?: Batch['status'] | undefined
}

/** Those that the filter keeps, by name. */
function filtered<O>(query: SelectQueryBuilder<Tables, 'batches', O>, scope: Scope, { q, status }: BatchFilter) {
  let kept = visible(query, scope).orderBy('name').orderBy('id')
  if (status) kept = kept.where('status', '=', status)
  return q ? kept.where(contains(q, ['name', 'current_year', 'description'])) : kept
}

export const listBatches = (db: Db, scope: Scope, filter: BatchFilter, page: Paging): Promise<Listed<Batch>> =>
  readPage(filtered(db.selectFrom('batches').select(COLUMNS), scope, filter), page)

/** The groups of a batch that a scope shows, as a condition on `g`. */
function groupsOf(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'college':
      return sql``
    case 'department':
      return sql`and g.department_id = ${scope.departmentId}`
    case 'student':
      return sql`and exists (select from student_groups own where own.group_id = g.id
        and own.student_id = ${scope.studentId} and own.status = 'active')`
    case 'nothing':
      return sql`and false`
  }
}

/** In the order and pages of the batches; counted for those of the page alone. */
export function countBatches(db: Db, scope: Scope, filter: BatchFilter, page: Paging): Promise<Listed<BatchCounts>> {
  const query = db.selectFrom('batches').select([
    'id as batch_id',
    sql<number>`(select count(*) from student_batches l where l.batch_id = batches.id and l.status = 'active')`.as(
      'student_count',
    ),
    sql<number>`(select count(*) from groups g
        where g.batch_id = batches.id and g.status = 'active' ${groupsOf(scope)})`.as('active_group_count'),
  ])
  return readPage(filtered(query, scope, filter), page)
}

export const findBatch = (db: Db, scope: Scope, id: number): Promise<Batch | undefined> =>
  visible(db.selectFrom('batches').select(COLUMNS), scope).where('id', '=', id).executeTakeFirst()

/**
 * The batch, locked until the transaction ends: what a change of it starts with. Meanwhile students and groups can be
 * added to it, but not when it is locked for a deletion.
 */
export function lockBatch(
  tx: Tx,
  scope: Scope,
  id: number,
  lock: 'change' | 'deletion' = 'change',
): Promise<Batch | undefined> {
  const query = visible(tx.selectFrom('batches').select(COLUMNS), scope).where('id', '=', id)
  return (lock === 'deletion' ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst()
}

/** How many records of each kind depend on a batch. */
export const countDependents = (db: Db, batchId: number) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from student_batches where batch_id = ${batchId} and status = 'active')`.as(
        'students',
      ),
      sql<number>`(select count(*) from student_batches where batch_id = ${batchId} and status = 'inactive')`.as(
        'former',
      ),
      sql<number>`(select count(*) from groups where batch_id = ${batchId})`.as('groups'),
      sql<number>`(select count(*) from attendance_sessions where batch_id = ${batchId})`.as('sessions'),
    ])
    .executeTakeFirstOrThrow()
