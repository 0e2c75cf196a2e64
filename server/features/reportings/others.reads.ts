import { sql } from 'kysely'
import type { Paging } from '../../core/paging.ts'
import { readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'

/** Withdrawn cases, the latest first; for administrators. */
export async function listWithdrawn(db: Db, page: Paging) {
  const listed = await readPage(
    db
      .selectFrom('reportings')
      .innerJoin('students', 'students.id', 'reportings.student_id')
      .innerJoin('users', 'users.id', 'students.user_id')
      .leftJoin('users as withdrawer', 'withdrawer.id', 'reportings.withdrawn_by')
      .select([
        'reportings.id',
        'reportings.case_number',
        'reportings.title',
        'reportings.is_confidential',
        'reportings.student_id',
        'users.name as student_name',
        'students.roll_no',
        'students.status as student_status',
        'reportings.withdrawn_at',
        'reportings.withdrawn_by',
        'withdrawer.name as withdrawer_name',
      ])
      .where('reportings.withdrawn_at', 'is not', null)
      .orderBy('reportings.withdrawn_at', 'desc')
      .orderBy('reportings.id', 'desc'),
    page,
  )
  const data = listed.data.map((row) => ({
    id: row.id,
    case_number: row.case_number,
    is_confidential: row.is_confidential,
    title: row.title,
    student: { id: row.student_id, name: row.student_name, roll_no: row.roll_no, status: row.student_status },
    withdrawn_at: row.withdrawn_at ?? '',
    withdrawer: row.withdrawn_by === null ? null : { id: row.withdrawn_by, name: row.withdrawer_name ?? '' },
  }))
  return { ...listed, data }
}

/** The cases about a student, newest first, with nothing of what they say; hidden ones count too. */
export const listOfStudent = (db: Db, studentId: number, page: Paging) =>
  readPage(
    db
      .selectFrom('reportings')
      .innerJoin('students', 'students.id', 'reportings.student_id')
      .select(['case_number', 'category', 'reported_at', 'resolved_at'])
      .select(sql<boolean>`reportings.reported_by = students.user_id`.as('is_own'))
      .where('student_id', '=', studentId)
      .where('withdrawn_at', 'is', null)
      .orderBy('reportings.id', 'desc'),
    page,
  )
