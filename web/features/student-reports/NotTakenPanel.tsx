import { IconCalendarCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { formatInstant } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { useOwnFilters } from '../../parts/own-department.ts'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { notTakenQuery } from './api.ts'

const COLUMNS: readonly Column<AttendanceSession>[] = [
  { header: 'Date & Time', whole: true, cell: ({ date_time }) => formatInstant(date_time) },
  { header: 'Department', cell: ({ department }) => <bdi>{department.name}</bdi> },
  {
    header: 'Group',
    cell: ({ group, batch }) => (
      <div>
        <bdi>{group.name}</bdi>
        <Text size="sm" c="dimmed">
          <bdi>{batch.name}</bdi>
        </Text>
      </div>
    ),
  },
  { header: 'Staff', cell: ({ staff }) => <PersonName name={staff.name} /> },
  {
    header: 'Actions',
    end: true,
    cell: ({ id, department_id, batch_id, group_id, group, date_time }) => (
      <Button
        component={ScreenLink}
        size="sm"
        to={`/attendance?department_id=${department_id}&batch_id=${batch_id}&group_id=${group_id}&fetched=yes&modal=take&id=${id}`}
        aria-label={`Take Attendance of ${group.name}, ${formatInstant(date_time)}`}
      >
        Take Attendance
      </Button>
    ),
  },
]

const sessionId = ({ id }: AttendanceSession) => id

/** Lists pending sessions whose time has passed, the oldest first. */
export function NotTakenPanel() {
  const { own, filters } = useOwnFilters()
  const { departmentId } = filters
  const sessions = useQuery({ ...notTakenQuery(departmentId, filters.page), enabled: !own.loading })
  return (
    <Stack gap="md">
      <DepartmentPicker
        blank="All departments"
        value={departmentId}
        onChange={(id) => filters.set({ department_id: id, page: undefined })}
        style={{ maxWidth: '24rem' }}
      />
      <ListState
        query={sessions}
        skeleton={<DataTable caption="Register not taken" columns={COLUMNS} rows={[]} rowKey={sessionId} loading />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <Prompt
            icon={IconCalendarCheck}
            title="No register is missing"
            text="The attendance of every session that is over has been taken."
          />
        }
      >
        {({ data, meta }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 session is over' : `${meta.total} sessions are over`} and still pending, the oldest
              first.
            </Text>
            <DataTable caption="Register not taken" columns={COLUMNS} rows={data} rowKey={sessionId} />
            <PagesRow meta={meta} onPage={filters.turnTo} />
          </>
        )}
      </ListState>
    </Stack>
  )
}
