import { useQuery } from '@tanstack/react-query'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import { useFreshRecord } from '../../core/fresh-record.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { sessionQuery } from './api.ts'
import { EditSessionForm } from './SessionForm.tsx'

const VIEW = 'View Attendance Session'

interface Props {
  mode: 'view' | 'edit'
  id: number
  onClose: () => void
}

/** One session, to read or to change. */
export function SessionModal({ mode, id, onClose }: Props) {
  const query = useQuery(sessionQuery(id))
  const { record, opening, reload } = useFreshRecord(query)

  return (
    <RecordModal
      title={mode === 'edit' ? 'Edit Attendance Session' : VIEW}
      query={mode === 'edit' ? record : query}
      onClose={onClose}
    >
      {(session) =>
        mode === 'edit' ? (
          <EditSessionForm key={opening} session={session} onClose={onClose} onReload={reload} />
        ) : (
          <Modal title={VIEW} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
            <SessionFacts session={session} />
            <HistoryPanel entity="attendance_session" id={session.id} />
          </Modal>
        )
      }
    </RecordModal>
  )
}

function SessionFacts({ session }: { session: AttendanceSession }) {
  const { counts, own_status: own, taken_by, taken_at } = session
  return (
    <Facts
      facts={[
        ['Department', session.department.name],
        ['Batch', session.batch.name],
        ['Group', session.group.name],
        ['Year', session.year],
        ['Activity Date', formatDay(session.activity_date)],
        ['Time', `${session.start_time} – ${session.end_time}`],
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
