import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { endText } from '../../../shared/session-times.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import { Facts } from '../../ui/Facts.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** Shows all fields of a session. */
export function SessionPanel({ session }: { session: AttendanceSession }) {
  const { counts, own_status: own, taken_by, taken_at } = session
  return (
    <Facts
      facts={[
        ['Department', session.department.name],
        ['Batch', session.batch.name],
        ['Group', session.group.name],
        ['Year', session.year],
        ['Activity Date', formatDay(session.activity_date)],
        ['Time', `${session.start_time} to ${endText(session)}`],
        ['Staff', <PersonName key="staff" name={session.staff.name} />],
        ['Status', <StatusBadge key="status" status={session.status} />],
        own
          ? ['Your attendance', <StatusBadge key="own" status={own} />]
          : ['Attendance', counts && `${counts.present} present, ${counts.absent} absent, ${counts.leave} leave`],
        ['Taken by', taken_by && <PersonName key="taken" name={taken_by.name} />],
        ['Taken at', taken_at && formatInstant(taken_at)],
        ['Remarks', session.remarks, 'wide'],
      ]}
    />
  )
}
