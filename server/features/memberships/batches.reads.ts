import type { BatchHistory, StudentBatch } from '../../../shared/contract/student-batches.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { studentList, withRefs } from '../students/reads.ts'

/** The active links of a batch with their students, by roll number; of their batch students see only themselves. */
export async function listLinksOfBatch(
  db: Db,
  caller: Caller,
  batchId: number,
  q: string | undefined,
  page: Paging,
): Promise<Listed<StudentBatch>> {
  const query = studentList.query(db, caller, { batch_id: batchId, q }).select('link.id as link_id')
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

/** The batches that a student is in, or was in before, or both, newest first. */
export async function listBatchesOfStudent(
  db: Db,
  studentId: number,
  status: StudentBatch['status'] | undefined,
  page: Paging,
): Promise<Listed<BatchHistory>> {
  const links = db
    .selectFrom('student_batches as link')
    .innerJoin('batches', 'batches.id', 'link.batch_id')
    .select([
      'link.id',
      'link.student_id',
      'link.batch_id',
      'link.status',
      'batches.name as batch_name',
      'link.created_at',
      'link.ended_at',
    ])
    .where('link.student_id', '=', studentId)
    .orderBy('link.id', 'desc')
  const query = status === undefined ? links : links.where('link.status', '=', status)
  const listed = await readPage(query, page)
  return {
    ...listed,
    data: listed.data.map(({ batch_name, ...link }) => ({ ...link, batch: { id: link.batch_id, name: batch_name } })),
  }
}
