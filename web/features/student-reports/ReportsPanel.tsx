import { Button, Group, Loader, Stack } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf, SESSION_STATUSES } from '../../../shared/labels.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { academicDepartmentsQuery, activeGroupsQuery, batchChoicesQuery } from '../../pickers/api.ts'
import { BatchPicker } from '../../pickers/BatchPicker.tsx'
import { DepartmentPicker } from '../../pickers/DepartmentPicker.tsx'
import { GroupPicker } from '../../pickers/GroupPicker.tsx'
import { useOwnDepartment } from '../../pickers/own-department.ts'
import { Prompt } from '../../ui/Prompt.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { exportList, reportsQuery, statsQuery } from './api.ts'
import { ExportPanel } from './ExportPanel.tsx'
import { ReportModal } from './ReportModal.tsx'
import { ReportsList } from './ReportsList.tsx'
import { listFileName, type ReportFilter, sessionStatusOf } from './rules.ts'

const STATUS_OPTIONS = SESSION_STATUSES.map((status) => ({ value: status, label: labelOf(status) }))

/** The students of a batch or group with their tasks and attendance, read when Fetch is pressed. */
export function ReportsPanel() {
  const filters = useFilters()
  const { modal, id, open, close } = useModalUrl()
  const own = useOwnDepartment()
  const [filtersOpened, setFiltersOpened] = useState(false)

  const departmentId = own.locked?.id ?? (own.loading ? undefined : filters.id('department_id'))
  const batchId = filters.id('batch_id')
  const groupId = departmentId === undefined ? undefined : filters.id('group_id')
  const status = sessionStatusOf(filters.text('status'))
  const departments = useQuery(academicDepartmentsQuery)
  const batches = useQuery(batchChoicesQuery)
  const groups = useQuery({ ...activeGroupsQuery(departmentId ?? 0), enabled: departmentId !== undefined })
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, wanted: number | undefined) =>
    list?.find((one) => one.id === wanted)?.name

  const chosen: ReportFilter | undefined =
    departmentId === undefined || batchId === undefined
      ? undefined
      : { department_id: departmentId, batch_id: batchId, group_id: groupId, status }
  const isFetched = filters.text('fetched') === 'yes'
  const fetched = isFetched ? chosen : undefined
  const page = filters.id('page') ?? 1
  const enabled = fetched !== undefined
  const asked = chosen ?? { department_id: 0, batch_id: 0, group_id: undefined, status }
  const list = useQuery({ ...reportsQuery(asked, page), enabled })
  const stats = useQuery({ ...statsQuery(asked), enabled })
  const fetching = enabled && (list.isFetching || stats.isFetching)

  /** Another choice has results of its own: those shown are cleared. */
  const choose = (changes: Record<string, string | number | undefined>) =>
    filters.set({ ...changes, fetched: undefined, page: undefined })

  function fetchReports(): void {
    if (!chosen) setFiltersOpened(true)
    else if (!fetched) filters.set({ fetched: 'yes', page: undefined })
    else {
      void list.refetch()
      void stats.refetch()
    }
  }

  const view = useCallbackRef((row: { student_id: number }) => open('view', row.student_id))

  return (
    <Stack gap="md">
      <FilterPanel
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        chosen={[
          { label: 'Department', value: own.locked?.name ?? nameIn(departments.data, departmentId) },
          { label: 'Batch', value: nameIn(batches.data, batchId) },
          { label: 'Group', value: nameIn(groups.data, groupId) },
          { label: 'Status', value: status && labelOf(status) },
        ]}
      >
        <DepartmentPicker
          required
          value={departmentId}
          onChange={(department) => choose({ department_id: department, group_id: undefined })}
        />
        <BatchPicker
          required
          value={String(batchId ?? '')}
          onChange={(batch) => choose({ batch_id: batch, group_id: undefined })}
        />
        <GroupPicker
          departmentId={departmentId}
          batchId={batchId}
          blank="All groups"
          value={groupId}
          onChange={(group) => choose({ group_id: group })}
        />
        <SelectField
          label="Status"
          blank="Default (completed sessions)"
          options={STATUS_OPTIONS}
          value={status ?? ''}
          onChange={(event) => choose({ status: event.currentTarget.value })}
        />
      </FilterPanel>
      <Group align="flex-start" gap="xs">
        <Button
          disabled={fetching || own.loading}
          leftSection={fetching && <Loader size={16} color="currentColor" aria-hidden />}
          onClick={fetchReports}
        >
          {fetching ? 'Fetching...' : 'Fetch Reports'}
        </Button>
        {fetched && list.data && list.data.meta.total > 0 && (
          <ExportPanel fileName={listFileName} read={exportList(fetched)} />
        )}
      </Group>
      {fetched || (isFetched && own.loading) ? (
        <ReportsList
          list={list}
          stats={stats}
          filter={asked}
          onView={view}
          onPage={(next) => filters.set({ page: next === 1 ? undefined : next })}
        />
      ) : (
        <Prompt
          title={chosen ? 'Ready to fetch' : 'Select All Required Fields'}
          text={
            chosen
              ? 'Press Fetch Reports to see the students of your choice.'
              : 'Please select department and batch to fetch student reports'
          }
          action={
            !chosen &&
            !filtersOpened && (
              <Button
                variant="default"
                leftSection={<IconFilter size={16} aria-hidden />}
                onClick={() => setFiltersOpened(true)}
              >
                Open filters
              </Button>
            )
          }
        />
      )}
      {chosen && modal === 'view' && id !== undefined && (
        <ReportModal key={id} id={id} filter={{ department_id: chosen.department_id, status }} onClose={close} />
      )}
    </Stack>
  )
}
