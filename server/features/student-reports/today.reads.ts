import { sql } from 'kysely'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { addressOf } from '../../core/app-address.ts'
import { within } from '../../core/scope.ts'
import { lineOf, type TodayKind } from '../../core/today.ts'
import { isBelow } from '../attendance/record.reads.ts'

/**
 * Active students whose present share of a department's completed sessions is below the minimum, by department and batch:
 * the reports that show them.
 */
export const studentsBelow: TodayKind = {
  kind: 'students-below',
  title: 'Attendance below the minimum',
  isFor: ({ roles, may }) => may('student-reports:read') && hasAnyRole(roles, ['admin', 'principal']),
  read: async (db, caller, { attendanceMinimum }) => {
    const byBatch = db
      .selectFrom('attendance_standings as standing')
      .innerJoin('students', 'students.id', 'standing.student_id')
      .innerJoin('student_batches as link', (join) =>
        join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
      )
      .where('students.status', '=', 'active')
      .where(within(caller, { department: 'standing.department_id' }))
      .where(isBelow(attendanceMinimum))
      .groupBy(['standing.department_id', 'link.batch_id'])
      .select([
        'standing.department_id',
        'link.batch_id',
        sql<number>`count(*)`.as('count'),
        sql<number>`sum(count(*)) over ()::int`.as('total'),
      ])
    const rows = await db
      .selectFrom(byBatch.as('below'))
      .innerJoin('departments', 'departments.id', 'below.department_id')
      .innerJoin('batches', 'batches.id', 'below.batch_id')
      .select([
        'below.department_id',
        'below.batch_id',
        'below.count',
        'below.total',
        'departments.name',
        'batches.name as batch_name',
      ])
      .orderBy('below.count', 'desc')
      .orderBy('below.department_id')
      .orderBy('below.batch_id')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ department_id, batch_id, name, batch_name, count }) =>
        lineOf({
          text: name,
          detail: `${batch_name}, below ${attendanceMinimum}%`,
          count,
          to: addressOf('/reports', { department_id, batch_id, only: 'below', fetched: 'yes' }),
        }),
      ),
    }
  },
}
