import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import type { StoredResult } from './rules.ts'

/** A stored result with what it is of. */
export interface PlacedResult extends StoredResult {
  assessment_id: number
  student_id: number
  /** The student's name. */
  name: string
}

/** Returns the stored results with these ids, by id. */
export async function readStoredById(tx: Tx, ids: readonly number[]): Promise<Map<number, PlacedResult>> {
  const rows = await tx
    .selectFrom('assessment_results as result')
    .innerJoin('students', 'students.id', 'result.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      'result.id',
      'result.assessment_id',
      'result.student_id',
      'result.marks',
      'result.criteria_marks',
      'result.remarks',
      'result.status',
      'result.updated_at',
      'users.name',
    ])
    .where(sql<SqlBool>`result.id = any(${[...ids]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
