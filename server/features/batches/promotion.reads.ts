import { type SqlBool, sql } from 'kysely'
import type { Batch, Mover, Promotion } from '../../../shared/contract/batches.ts'
import type { Db, Tx } from '../../db/types.ts'
import { turnOf } from './rules.ts'

const selectMembers = (db: Db, batchId: number) =>
  db
    .selectFrom('student_batches as link')
    .innerJoin('students', 'students.id', 'link.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      'students.id',
      'students.user_id',
      'users.name',
      'students.roll_no',
      'students.status',
      'students.current_year as own_year',
    ])
    .where('link.batch_id', '=', batchId)
    .where('link.status', '=', 'active')

export type Member = Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number]

/** The students of a batch, by roll number. */
export const listMembers = (db: Db, batchId: number) =>
  selectMembers(db, batchId).orderBy('students.roll_no').orderBy('students.id').execute()

/** The active students whom the year's turn would move. */
export async function listMovers(db: Db, batch: Batch): Promise<Mover[]> {
  const { moving } = turnOf(batch.current_year, await listMembers(db, batch.id))
  return moving.filter(({ status }) => status === 'active').map(({ id, name, roll_no }) => ({ id, name, roll_no }))
}

/**
 * The students of a batch, locked in the order of their ids until the transaction ends. Read again under the lock: one
 * who was moved to another batch while this waited is no longer among them.
 */
export async function lockMembers(tx: Tx, batchId: number) {
  const locked = await tx
    .selectFrom('students')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('student_batches')
        .select('student_id')
        .where('batch_id', '=', batchId)
        .where('status', '=', 'active'),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids = locked.map(({ id }) => id)
  return selectMembers(tx, batchId).where(sql<SqlBool>`students.id = any(${ids})`).orderBy('students.id').execute()
}

/** Reads what the year's turn would do to a batch. */
export async function readPromotion(db: Db, batch: Batch): Promise<Promotion> {
  const members = await listMembers(db, batch.id)
  const { to, moving, staying } = turnOf(batch.current_year, members)
  return {
    batch_id: batch.id,
    name: batch.name,
    from: batch.current_year,
    to,
    moving: moving.length,
    moving_inactive: moving.filter(({ status }) => status !== 'active').length,
    graduated_before: to === null ? members.filter(({ status }) => status === 'graduated').length : 0,
    staying: staying.map(({ id, name, roll_no, status, own_year }) => ({
      id,
      name,
      roll_no,
      status,
      current_year: own_year ?? batch.current_year,
    })),
    updated_at: batch.updated_at,
  }
}
