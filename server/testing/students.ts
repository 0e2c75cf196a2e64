import type { Db } from '../db/types.ts'

let count = 0
/** A new student with a name and an email of its own. */
export const studentInput = (more: object = {}) => {
  count += 1
  return { name: `Student ${count}`, email: `s${count}@x.test`, ...more }
}

/** The student's batches, now or before. */
export const batchesOf = (db: Db, id: number, status: 'active' | 'inactive') =>
  db
    .selectFrom('student_batches')
    .select(['batch_id', 'ended_at'])
    .where('student_id', '=', id)
    .where('status', '=', status)
    .orderBy('id')
    .execute()
