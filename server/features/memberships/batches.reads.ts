import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { BatchHistory, StudentBatch } from '../../../shared/contract/students.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'
import { selectStudents, withRefs } from '../students/reads.ts'

/** The active links of a batch with their students, by roll number; of their batch students see only themselves. */
export async function listLinksOfBatch(
  db: Db,
  caller: Caller,
  batchId: number,
  q: string | undefined,
  page: Paging,
): Promise<Listed<StudentBatch>> {
  let query = selectStudents(db, caller)
    .select('link.id as link_id')
    .where('link.batch_id', '=', batchId)
    .orderBy('students.roll_no')
    .orderBy('students.id')
  if (q) query = query.where(contains(q, ['users.name', 'students.roll_no', 'users.email']))
  const listed = await readPage(query, page)
  return {
    ...listed,
    data: listed.data.map(({ link_id, ...row }) => ({
      // The link is there: the condition on its batch leaves out students without one.
      id: link_id as number,
      student_id: row.id,
      batch_id: batchId,
      status: 'active',
      student: withRefs(row),
    })),
  }
}

/** The batches that a student is in, or was in before, newest first. */
export function listBatchesOfStudent(
  db: Db,
  studentId: number,
  status: StudentBatch['status'],
  page: Paging,
): Promise<Listed<z.infer<typeof BatchHistory>>> {
  const query = db
    .selectFrom('student_batches as link')
    .innerJoin('batches', 'batches.id', 'link.batch_id')
    .select([
      'link.id',
      'link.student_id',
      'link.batch_id',
      'link.status',
      sql<{ id: number; name: string }>`json_build_object('id', batches.id, 'name', batches.name)`.as('batch'),
      'link.created_at',
      'link.ended_at',
    ])
    .where('link.student_id', '=', studentId)
    .where('link.status', '=', status)
    .orderBy('link.id', 'desc')
  return readPage(query, page)
}
