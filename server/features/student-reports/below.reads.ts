import { sql } from 'kysely'
import { preciseRate } from '../../../shared/attendance-rate.ts'
import type { BelowMinimum, BelowStudent, studentReports } from '../../../shared/contract/student-reports.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import { isBelow } from '../attendance/record.reads.ts'
import { departmentCounts } from './tasks.reads.ts'

interface Of extends Query<typeof studentReports.belowMinimum> {
  /** The minimum in percent. */
  minimum: number
}

/**
 * Selects active students whose present share of a department's completed sessions is below the minimum, with their
 * batches. The fences (`offset 0`) hold the planner to what these students have: those who have left, of ten years, are
 * not read.
 */
const lowStandings = (db: Db, caller: Caller, { minimum, department_id }: Of) =>
  db
    .selectFrom('students')
    .innerJoinLateral(
      sql<{ department_id: number; present: number; counted: number }>`(select standing.department_id, standing.present,
        standing.present + standing.absent + standing.leave as counted from attendance_standings standing
        where standing.student_id = students.id and ${departmentCounts(caller, department_id, 'standing.department_id')}
          and ${isBelow(minimum)} offset 0)`.as<'standing'>('standing'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      sql<{ batch_id: number }>`(select link.batch_id from student_batches link
        where link.student_id = students.id and link.status = 'active' offset 0)`.as<'link'>('link'),
      (join) => join.onTrue(),
    )
    .where('students.status', '=', 'active')

/**
 * Counts the students below the minimum by department and batch: the reports that show them. `students` is how many
 * people they are: one who is below in two departments counts once.
 */
export async function listBelow(
  db: Db,
  caller: Caller,
  of: Of,
  paging: Paging,
): Promise<Listed<BelowMinimum> & { students: number }> {
  const low = lowStandings(db, caller, of).select([
    'students.id as student_id',
    'standing.department_id',
    'link.batch_id',
  ])
  const byBatch = db
    .with(
      (cte) => cte('low').materialized(),
      () => low,
    )
    .selectFrom('low')
    .groupBy(['low.department_id', 'low.batch_id'])
    .select([
      'low.department_id',
      'low.batch_id',
      sql<number>`count(*)`.as('count'),
      sql<number>`(select count(distinct student_id)::int from low)`.as('students'),
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

type OfStudents = Query<typeof studentReports.belowStudents> & Of

/** Selects the students below the minimum, whatever their department and batch, the lowest share first. */
function selectBelowStudents(db: Db, caller: Caller, { batch_id, ...of }: OfStudents) {
  const low = lowStandings(db, caller, of)
  return (batch_id === undefined ? low : low.where('link.batch_id', '=', batch_id))
    .innerJoin('users', 'users.id', 'students.user_id')
    .innerJoin('departments', 'departments.id', 'standing.department_id')
    .innerJoin('batches', 'batches.id', 'link.batch_id')
    .select([
      'students.id as student_id',
      'users.name',
      'students.roll_no',
      'standing.department_id',
      'departments.name as department_name',
      'link.batch_id',
      'batches.name as batch_name',
      'standing.present',
      'standing.counted',
    ])
    .orderBy(sql`standing.present::float8 / standing.counted`)
    .orderBy('students.roll_no')
    .orderBy('students.id')
    .orderBy('standing.department_id')
}

type BelowRow = Awaited<ReturnType<ReturnType<typeof selectBelowStudents>['execute']>>[number]

const belowStudent = ({ student_id, name, roll_no, present, counted, ...at }: BelowRow): BelowStudent => ({
  student_id,
  name,
  roll_no,
  department: { id: at.department_id, name: at.department_name },
  batch: { id: at.batch_id, name: at.batch_name },
  present,
  counted,
  precise_rate: preciseRate(present, counted) ?? 0,
})

export async function listBelowStudents(
  db: Db,
  caller: Caller,
  of: OfStudents,
  paging: Paging,
): Promise<Listed<BelowStudent>> {
  const { data, meta } = await readPage(selectBelowStudents(db, caller, of), paging)
  return { data: data.map(belowStudent), meta }
}

/** All of them, for a file. */
export const listBelowStudentsForExport = async (db: Db, caller: Caller, of: OfStudents): Promise<BelowStudent[]> =>
  (await patiently(db, (reader) => selectBelowStudents(reader, caller, of).execute())).map(belowStudent)
