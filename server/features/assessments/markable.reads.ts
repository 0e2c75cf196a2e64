import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { pairOf } from './results.reads.ts'

const markable = (tx: Tx, assessmentIds: readonly number[], studentIds: readonly number[]) =>
  tx
    .selectFrom('assessments')
    .innerJoin('student_groups as link', 'link.group_id', 'assessments.group_id')
    .innerJoin('students', 'students.id', 'link.student_id')
    .select(['assessments.id as assessment_id', 'students.id as student_id'])
    .where(sql<SqlBool>`assessments.id = any(${[...assessmentIds]})`)
    .where(sql<SqlBool>`link.student_id = any(${[...studentIds]})`)

/** Returns those of these students who are active members of the assessments' groups, each by `pairOf`. */
export async function readMarkable(
  tx: Tx,
  assessmentIds: readonly number[],
  studentIds: readonly number[],
): Promise<Set<string>> {
  const rows = await markable(tx, assessmentIds, studentIds)
    .where('link.status', '=', 'active')
    .where('students.status', '=', 'active')
    .execute()
  return new Set(rows.map(pairOf))
}

/** The same of those who are, or were, members and have not left otherwise than by graduating. */
export async function readOnceMarkable(
  tx: Tx,
  assessmentIds: readonly number[],
  studentIds: readonly number[],
): Promise<Set<string>> {
  const rows = await markable(tx, assessmentIds, studentIds)
    .where('students.status', 'in', ['active', 'graduated'])
    .execute()
  return new Set(rows.map(pairOf))
}
