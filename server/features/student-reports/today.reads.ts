import { hasAnyRole } from '../../../shared/permissions.ts'
import { addressOf } from '../../core/app-address.ts'
import { FIRST_LINES, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import { listBelow } from './below.reads.ts'

/** Tells of students by department and batch: the reports that show them. */
export const studentsBelow: TodayKind = {
  kind: 'students-below',
  title: 'Attendance below the minimum',
  isFor: ({ roles, may }) => may('student-reports:read') && hasAnyRole(roles, ['admin', 'principal']),
  mailed: wordsOf,
  read: async (db, caller, { attendanceMinimum: minimum }) => {
    const { data, students, meta } = await listBelow(db, caller, { minimum }, FIRST_LINES)
    return {
      total: students,
      more: meta.total - data.length,
      lines: data.map(({ department, batch, count }) =>
        lineOf({
          text: department.name,
          detail: `${batch.name}, below ${minimum}%`,
          count,
          to: addressOf('/reports', {
            department_id: department.id,
            batch_id: batch.id,
            only: 'below',
            fetched: 'yes',
          }),
        }),
      ),
      to: addressOf('/reports', { tab: 'below' }),
    }
  },
}
