import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DepartmentRecord } from '../../../shared/contract/attendance.ts'
import { ATTENDANCE_STATUSES, labelOf } from '../../../shared/labels.ts'
import { missSum, rateSum } from '../../parts/attendance-texts.ts'
import { EntriesTable } from '../../parts/EntriesTable.tsx'
import { Stack, Text, Title } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { type EntryStatus, entriesQuery } from './api.ts'

interface Props {
  studentId: number
  record: DepartmentRecord
  /** The status whose sessions are shown at first; all sessions if missing. */
  showing?: EntryStatus | undefined
  onClose: () => void
}

/** Shows the rule behind a department's percentages, and the rows that made them. */
export function CountModal({ studentId, record, showing, onClose }: Props) {
  const { department } = record
  const [status, setStatus] = useState(showing)
  const [page, setPage] = useState(1)
  const entries = useQuery(entriesQuery({ studentId, departmentId: department.id, status }, page))
  return (
    <Modal title="How is this counted?" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="md">
        <section aria-label="Attendance rate">
          <Title order={3} size="h5">
            Attendance rate in <bdi>{department.name}</bdi>
          </Title>
          <Text>
            Present divided by total. Only present counts as attended: a leave does not. The total is every session
            whose attendance has been taken. The minimum is compared with the exact share, before it is rounded.
          </Text>
          <Text fw={600}>{rateSum(record)}</Text>
        </section>
        <section aria-label="What may still be missed">
          <Title order={3} size="h5">
            What may still be missed
          </Title>
          <Text>{missSum(record)}</Text>
          <Text size="sm" c="dimmed">
            Planned are the sessions of the student’s groups that are not over yet. A session that is over and whose
            attendance has not been taken counts in neither.
          </Text>
        </section>
        <SelectField
          label="Show"
          blank={`All sessions (${record.total})`}
          options={ATTENDANCE_STATUSES.map((one) => ({ value: one, label: `${labelOf(one)} (${record[one]})` }))}
          value={status ?? ''}
          onChange={(event) => {
            setStatus(ATTENDANCE_STATUSES.find((one) => one === event.currentTarget.value))
            setPage(1)
          }}
        />
        <EntriesTable caption="Sessions counted" query={entries} onPage={setPage} />
      </Stack>
    </Modal>
  )
}
