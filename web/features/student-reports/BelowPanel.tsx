import { IconMoodSmile } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BelowMinimum, BelowStudent } from '../../../shared/contract/student-reports.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { ExportPanel } from '../../parts/ExportPanel.tsx'
import { useOwnFilters } from '../../parts/own-department.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { ViewSwitch } from '../../ui/ViewSwitch.tsx'
import { type BelowFilter, belowQuery, belowStudentsQuery, printLetters } from './api.ts'
import classes from './ReportsPanel.module.css'
import { addressOf, lettersFileName } from './rules.ts'

const COLUMNS: readonly Column<BelowMinimum>[] = [
  {
    header: 'Department',
    cell: ({ department, batch }) => (
      <RowLink to={`/reports?department_id=${department.id}&batch_id=${batch.id}&only=below&fetched=yes`}>
        {department.name}
      </RowLink>
    ),
  },
  { header: 'Batch', whole: true, cell: ({ batch }) => <bdi>{batch.name}</bdi> },
  { header: 'Students', end: true, cell: ({ count }) => count },
]

const LISTED = [
  { value: 'student', label: 'Each student' },
  { value: 'place', label: 'By department and batch' },
] as const

const CAPTION = 'Below the minimum'
const placeOf = ({ department, batch }: BelowMinimum) => `${department.id} ${batch.id}`

/** Shows the students below the minimum: each of them, or their numbers by department and batch. */
export function BelowPanel() {
  const { own, filters } = useOwnFilters()
  const { isByPlace, batchId } = addressOf(filters)
  const filter = { department_id: filters.departmentId, batch_id: batchId }
  const turn = (by: string | undefined) => filters.set({ by, page: undefined })
  return (
    <Stack gap="md">
      <Group gap="md" align="flex-start">
        <div className={classes.listed}>
          <ViewSwitch
            label="Listed"
            views={LISTED}
            value={isByPlace ? 'place' : 'student'}
            onChange={(view) => turn(view === 'place' ? view : undefined)}
          />
        </div>
        <DepartmentPicker
          blank="All departments"
          value={filters.departmentId}
          onChange={(id) => filters.set({ department_id: id, page: undefined })}
          className={classes.choice}
        />
        {!isByPlace && (
          <BatchPicker
            blank="All batches"
            value={String(batchId ?? '')}
            onChange={(id) => filters.set({ batch_id: id, page: undefined })}
            className={classes.choice}
          />
        )}
      </Group>
      {isByPlace ? (
        <BelowByPlace departmentId={filters.departmentId} waits={own.loading} />
      ) : (
        <BelowStudents filter={filter} waits={own.loading} />
      )}
    </Stack>
  )
}

const NOBODY = <Prompt icon={IconMoodSmile} title="Nobody is below the minimum" />
const RULE =
  'Active students who were present at fewer of the completed sessions than the college asks for. A student counts in each department where it is so.'

interface TableProps<Row> {
  query: UseQueryResult<{ data: Row[]; meta: { page: number; per_page: number; total: number } }>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  action?: ReactNode
}

function BelowTable<Row>({ query, columns, rowKey, action }: TableProps<Row>) {
  const { turnTo } = useFilters()
  return (
    <ListState
      query={query}
      skeleton={<DataTable caption={CAPTION} columns={columns} rows={[]} rowKey={rowKey} loading />}
      isEmpty={({ meta }) => meta.total === 0}
      empty={NOBODY}
    >
      {({ data, meta }) => (
        <>
          <Group gap="md" justify="space-between" align="flex-start">
            <Text size="sm" c="dimmed" role="status" style={{ flex: '1 1 20rem' }}>
              {RULE}
            </Text>
            {action}
          </Group>
          <DataTable caption={CAPTION} columns={columns} rows={data} rowKey={rowKey} />
          <PagesRow meta={meta} onPage={turnTo} />
        </>
      )}
    </ListState>
  )
}

/** Counts them, most first. Each row leads to the report of its students. */
function BelowByPlace({ departmentId, waits }: { departmentId: number | undefined; waits: boolean }) {
  const { page } = useFilters()
  const query = useQuery({ ...belowQuery(departmentId, page), enabled: !waits })
  return <BelowTable query={query} columns={COLUMNS} rowKey={placeOf} />
}

const STUDENT_COLUMNS: readonly Column<BelowStudent>[] = [
  {
    header: 'Student',
    cell: ({ student_id: id, name, roll_no }) => (
      <>
        <StudentName student={{ id, name }} />{' '}
        <Text span size="sm" c="dimmed">
          {roll_no}
        </Text>
      </>
    ),
  },
  { header: 'Department', cell: ({ department }) => <bdi>{department.name}</bdi> },
  { header: 'Batch', whole: true, cell: ({ batch }) => <bdi>{batch.name}</bdi> },
  { header: 'Present', end: true, cell: ({ present, counted }) => `${present} of ${counted}` },
  { header: 'Share', end: true, cell: ({ precise_rate }) => `${precise_rate}%` },
]
const standingOf = ({ student_id, department, batch }: BelowStudent) => `${student_id} ${department.id} ${batch.id}`

const LETTERS = ['pdf'] as const

/** Lists them over all departments and batches, the lowest share first, with the letters about them. */
function BelowStudents({ filter, waits }: { filter: BelowFilter; waits: boolean }) {
  const { page } = useFilters()
  const query = useQuery({ ...belowStudentsQuery(filter, page), enabled: !waits })
  return (
    <BelowTable
      query={query}
      columns={STUDENT_COLUMNS}
      rowKey={standingOf}
      action={
        <ExportPanel formats={LETTERS} label="Make letters" fileName={lettersFileName} read={printLetters(filter)} />
      }
    />
  )
}
