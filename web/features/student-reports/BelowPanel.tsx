import { IconMoodSmile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BelowMinimum } from '../../../shared/contract/student-reports.ts'
import { ListState } from '../../layout/ListState.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { useOwnFilters } from '../../parts/own-department.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { belowQuery } from './api.ts'

const COLUMNS: readonly Column<BelowMinimum>[] = [
  {
    header: 'Department',
    cell: ({ department, batch }) => (
      <RowLink to={`/reports?department_id=${department.id}&batch_id=${batch.id}&only=below&fetched=yes`}>
        {department.name}
      </RowLink>
    ),
  },
  { header: 'Batch', cell: ({ batch }) => <bdi>{batch.name}</bdi> },
  { header: 'Students', end: true, cell: ({ count }) => count },
]

const CAPTION = 'Below the minimum'
const placeOf = ({ department, batch }: BelowMinimum) => `${department.id} ${batch.id}`

/** Counts the students below the minimum, most first. Each row leads to the report of its students. */
export function BelowPanel() {
  const { own, filters } = useOwnFilters()
  const { departmentId } = filters
  const below = useQuery({ ...belowQuery(departmentId, filters.page), enabled: !own.loading })
  return (
    <Stack gap="md">
      <DepartmentPicker
        blank="All departments"
        value={departmentId}
        onChange={(id) => filters.set({ department_id: id, page: undefined })}
        style={{ maxWidth: '24rem' }}
      />
      <ListState
        query={below}
        skeleton={<DataTable caption={CAPTION} columns={COLUMNS} rows={[]} rowKey={placeOf} loading />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={<Prompt icon={IconMoodSmile} title="Nobody is below the minimum" />}
      >
        {({ data, meta }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              Active students who were present at fewer of the completed sessions than the college asks for, by
              department and batch. A student counts in each department where it is so.
            </Text>
            <DataTable caption={CAPTION} columns={COLUMNS} rows={data} rowKey={placeOf} />
            <PagesRow meta={meta} onPage={filters.turnTo} />
          </>
        )}
      </ListState>
    </Stack>
  )
}
