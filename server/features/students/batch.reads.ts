import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

interface BatchStudent {
  id: number
  name: string
  roll_no: string | null
}

/** Returns the present students of a batch by roll number, whatever their status, or of these the one. */
export async function listBatchStudents(
  db: Db,
  caller: Caller,
  batchId: number,
  studentId?: number,
): Promise<BatchStudent[]> {
  const only = studentId === undefined ? sql`true` : sql`students.id = ${studentId}`
  const { rows } = await sql<BatchStudent>`
    select students.id, users.name, students.roll_no
    from student_batches link join students on students.id = link.student_id join users on users.id = students.user_id
    where link.batch_id = ${batchId} and link.status = 'active' and ${only}
      and ${within(caller, { department: all })}
    order by students.roll_no, students.id`.execute(db)
  return rows
}
