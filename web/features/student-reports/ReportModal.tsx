import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StudentReport } from '../../../shared/contract/student-reports.ts'
import { can } from '../../../shared/permissions.ts'
import { formatInstant } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { EntriesTable } from '../../parts/EntriesTable.tsx'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { signedText, standingsQuery } from '../../parts/standings.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Stack, Text, Title } from '../../ui/elements.tsx'
import { FigureCards } from '../../ui/FigureCards.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { dotted } from '../../ui/texts.ts'
import { entriesQuery } from '../student-attendance/api.ts'
import { exportStudent, type StudentFilter, studentReportQuery } from './api.ts'
import { CountPanel } from './CountPanel.tsx'
import { countedText, EXPORT_FAILURE, shareText, studentFileName } from './rules.ts'

interface Props {
  id: number
  filter: StudentFilter
  /** True when opened from the list below the minimum: attendance has one decimal then. */
  isBelow?: boolean
  onClose: () => void
}

const TITLE = 'View Student Report'

/** Shows a student's figures with the rows behind them. */
export function ReportModal({ id, filter, isBelow = false, onClose }: Props) {
  const report = useQuery(studentReportQuery(id, filter))
  return (
    <RecordModal title={TITLE} query={report} onClose={onClose}>
      {(found) => (
        <Modal title={TITLE} size="xl" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
          <ReportFigures report={found} filter={filter} isBelow={isBelow} />
        </Modal>
      )}
    </RecordModal>
  )
}

type Recent = StudentReport['recent_attendance'][number]

const RECENT: readonly Column<Recent>[] = [
  { header: 'Date & Time', cell: ({ date_time }) => formatInstant(date_time) },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Remarks', cell: ({ session_remarks }) => <bdi>{session_remarks ?? '—'}</bdi> },
]

const recentId = ({ id }: Recent) => id

interface FiguresProps {
  report: StudentReport
  filter: StudentFilter
  isBelow: boolean
}

function ReportFigures({ report, filter, isBelow }: FiguresProps) {
  const { present, absent, leave } = report.attendance_summary
  const total = present + absent + leave
  const percent = shareText(report.attendance_summary, isBelow)
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="h4">
          <StudentName student={{ id: report.student_id, name: report.name }} />
        </Title>
        <Text c="dimmed">{dotted([report.roll_no, report.batch?.name])}</Text>
      </div>
      <ExportPanel
        formats={DOCUMENTS}
        fileName={() => studentFileName(report)}
        read={exportStudent(report.student_id, filter)}
        failure={EXPORT_FAILURE}
      />
      <FigureCards
        label="Attendance"
        figures={[
          { label: 'Present', value: present, meaning: 'good' },
          { label: 'Absent', value: absent, meaning: 'bad' },
          { label: 'Leave', value: leave, meaning: 'waiting' },
          { label: 'Percentage', value: percent, note: 'present only' },
        ]}
      />
      <CountPanel
        rule={`Present divided by the sessions counted, ${isBelow ? 'with one decimal, as it is compared with the minimum' : 'as a whole percent'}. Only present counts as attended: a leave does not. ${countedText(filter)}`}
        sum={total === 0 ? 'No session has been counted yet.' : `${present} present ÷ ${total} counted = ${percent}`}
      >
        {total > 0 && <CountedEntries studentId={report.student_id} filter={filter} />}
      </CountPanel>
      <section>
        <Title order={3} size="h5" mb="xs">
          Tasks
        </Title>
        <Text>
          {report.tasks_submitted} of {report.tasks_assigned} submitted
        </Text>
        {can(useRoles(), 'logbook:read') && (
          <LogbookLine studentId={report.student_id} departmentId={filter.department_id} />
        )}
      </section>
      <section>
        <Title order={3} size="h5" mb="xs">
          Recent attendance
        </Title>
        {report.recent_attendance.length === 0 ? (
          <Text c="dimmed">No sessions found</Text>
        ) : (
          <DataTable caption="Recent attendance" columns={RECENT} rows={report.recent_attendance} rowKey={recentId} />
        )}
      </section>
      <ScreenButton
        to={`/student-attendance?student_id=${report.student_id}${report.batch ? `&batch_id=${report.batch.id}` : ''}&department_id=${filter.department_id}`}
        style={{ alignSelf: 'flex-start' }}
      >
        Attendance records
      </ScreenButton>
    </Stack>
  )
}

/** Tells what is signed of what the department requires, where it requires anything. */
function LogbookLine({ studentId, departmentId }: { studentId: number; departmentId: number }) {
  const { data = [] } = useQuery(standingsQuery(studentId))
  const sum = signedText(data.filter(({ department }) => department.id === departmentId))
  return sum && <Text>Logbook: {sum}</Text>
}

function CountedEntries({ studentId, filter }: { studentId: number; filter: StudentFilter }) {
  const [page, setPage] = useState(1)
  const { department_id: departmentId, from, to } = filter
  const entries = useQuery(entriesQuery({ studentId, departmentId, from, to }, page))
  return <EntriesTable caption="Sessions counted" query={entries} onPage={setPage} />
}
