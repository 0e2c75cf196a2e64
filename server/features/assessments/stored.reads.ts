import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { pairOf } from './results.reads.ts'
import type { StoredResult } from './rules.ts'

/** A stored result with what it is of. */
export interface PlacedResult extends StoredResult {
  assessment_id: number
  student_id: number
  /** The student's name. */
  name: string
}

/** Returns those of these students who are, or were, members of the assessments' groups and have not left otherwise than by graduating, by `pairOf`. */
export async function readOnceMarkable(
  tx: Tx,
  assessmentIds: readonly number[],
  studentIds: readonly number[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('assessments')
    .innerJoin('student_groups as link', 'link.group_id', 'assessments.group_id')
    .innerJoin('students', 'students.id', 'link.student_id')
    .select(['assessments.id as assessment_id', 'students.id as student_id'])
    .where(sql<SqlBool>`assessments.id = any(${[...assessmentIds]})`)
    .where(sql<SqlBool>`link.student_id = any(${[...studentIds]})`)
    .where('students.status', 'in', ['active', 'graduated'])
    .execute()
  return new Set(rows.map(pairOf))
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
