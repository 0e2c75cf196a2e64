import { sql } from 'kysely'
import type { BelowMinimum, studentReports } from '../../../shared/contract/student-reports.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { isBelow } from '../attendance/record.reads.ts'

interface Of extends Query<typeof studentReports.belowMinimum> {
  /** In percent. */
  minimum: number
}

/**
 * Active students whose present share of a department's completed sessions is below the minimum, by department and batch:
 * the reports that show them. `students` is how many they are in all.
 */
export async function listBelow(
  db: Db,
  caller: Caller,
  { minimum, department_id }: Of,
  paging: Paging,
): Promise<Listed<BelowMinimum> & { students: number }> {
  let standings = db
    .selectFrom('attendance_standings as standing')
    .innerJoin('students', 'students.id', 'standing.student_id')
    .innerJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .where('students.status', '=', 'active')
    .where(within(caller, { department: 'standing.department_id' }))
    .where(isBelow(minimum))
  if (department_id !== undefined) standings = standings.where('standing.department_id', '=', department_id)
  const byBatch = standings
    .groupBy(['standing.department_id', 'link.batch_id'])
    .select([
      'standing.department_id',
      'link.batch_id',
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(count(*)) over ()::int`.as('students'),
    ])
  const rows = db
    .selectFrom(byBatch.as('below'))
    .innerJoin('departments', 'departments.id', 'below.department_id')
    .innerJoin('batches', 'batches.id', 'below.batch_id')
    .select([
      'below.department_id',
      'below.batch_id',
      'below.count',
      'below.students',
      'departments.name',
      'batches.name as batch_name',
    ])
    .orderBy('below.count', 'desc')
    .orderBy('below.department_id')
    .orderBy('below.batch_id')
  const { data, meta } = await readPage(rows, paging)
  return {
    students: data[0]?.students ?? 0,
    data: data.map(({ department_id, batch_id, name, batch_name, count }) => ({
      department: { id: department_id, name },
      batch: { id: batch_id, name: batch_name },
      count,
    })),
    meta,
  }
}
