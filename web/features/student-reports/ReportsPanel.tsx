import { Button, Group, Loader, Stack } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import { useModalUrl } from '../../core/url-state.ts'
import { focusFilters, OpenFilters } from '../../layout/FilterPanel.tsx'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { GroupFilterPanel } from '../../parts/GroupFilterPanel.tsx'
import { useGroupFilters } from '../../parts/group-filters.ts'
import { Prompt } from '../../ui/Prompt.tsx'
import { exportList, reportsQuery, statsQuery } from './api.ts'
import { ReportModal } from './ReportModal.tsx'
import { ReportsList } from './ReportsList.tsx'
import { addressOf, EXPORT_FAILURE, listFileName, REPORTS_SHOWN } from './rules.ts'

/** Lists the students of a batch or group with tasks and attendance, read when Fetch is pressed. */
export function ReportsPanel() {
  const filters = useGroupFilters()
  const { own } = filters
  const { chosen, fetched, isFetched, status, only } = addressOf(filters)
  const { modal, id, open, close } = useModalUrl()
  const [filtersOpened, setFiltersOpened] = useState(false)
  const [missed, setMissed] = useState(false)

  const list = useQuery(reportsQuery(fetched, filters.page))
  const stats = useQuery(statsQuery(fetched))
  const fetching = list.isFetching || stats.isFetching

  function refetch(): void {
    void list.refetch()
    void stats.refetch()
  }

  function fetchReports(): void {
    if (!chosen) {
      setMissed(true)
      setFiltersOpened(true)
      focusFilters()
    } else if (!fetched) filters.setFetched()
    else refetch()
  }

  const view = useCallbackRef((row: { student_id: number }) => open('view', row.student_id))

  return (
    <Stack gap="md">
      <GroupFilterPanel
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        filters={filters}
        statuses={SESSION_STATUSES}
        status={status}
        anyStatus="Default (completed sessions)"
        anyGroup="All groups"
        show={{
          blank: 'All students',
          options: REPORTS_SHOWN,
          value: only ?? '',
          onChange: filters.chooseOnly,
        }}
        missed={missed}
      />
      <Group align="flex-start" gap="xs">
        <Button
          disabled={fetching || own.loading}
          leftSection={fetching && <Loader size={16} color="currentColor" aria-hidden />}
          onClick={fetchReports}
        >
          {fetching ? 'Fetching...' : 'Fetch Reports'}
        </Button>
        {fetched && list.data && list.data.meta.total > 0 && (
          <ExportPanel
            formats={DOCUMENTS}
            fileName={listFileName}
            read={exportList(fetched)}
            failure={EXPORT_FAILURE}
          />
        )}
      </Group>
      {fetched || (isFetched && own.loading) ? (
        <ReportsList
          list={{ ...list, refetch }}
          stats={stats}
          filter={{ status, only }}
          onView={view}
          onPage={filters.turnTo}
        />
      ) : (
        <Prompt
          title={chosen ? 'Ready to fetch' : 'Select All Required Fields'}
          text={
            chosen
              ? 'Press Fetch Reports to see the students of your choice.'
              : 'Please select department and batch to fetch student reports'
          }
          action={!chosen && <OpenFilters opened={filtersOpened} onOpen={() => setFiltersOpened(true)} />}
        />
      )}
      {chosen && modal === 'view' && id !== undefined && (
        <ReportModal
          key={id}
          id={id}
          filter={{ department_id: chosen.department_id, status }}
          isBelow={only === 'below'}
          onClose={close}
        />
      )}
    </Stack>
  )
}
