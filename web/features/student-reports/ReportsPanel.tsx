import { useCallbackRef } from '@mantine/hooks'
import { IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import { useModalUrl } from '../../core/url-state.ts'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { GroupListPanel } from '../../parts/GroupListPanel.tsx'
import { useGroupFilters } from '../../parts/group-filters.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { exportList, ofStudent, reportsQuery, statsQuery } from './api.ts'
import { CountModal } from './CountModal.tsx'
import { ReportModal } from './ReportModal.tsx'
import { ReportsList } from './ReportsList.tsx'
import classes from './ReportsPanel.module.css'
import { addressOf, EXPORT_FAILURE, listFileName, REPORTS_SHOWN } from './rules.ts'

const NO_CHOICE = {
  title: 'Select All Required Fields',
  text: 'Please select department and batch to fetch student reports',
}
const NOT_FETCHED = { title: 'Ready to fetch', text: 'Press Fetch Reports to see the students of your choice.' }

/** Lists the students of a batch or group with tasks and attendance, read when Fetch is pressed. */
export function ReportsPanel() {
  const filters = useGroupFilters()
  const at = addressOf(filters)
  const { chosen, fetched, status, only, days } = at
  const { modal, id, open, close } = useModalUrl()

  const list = useQuery(reportsQuery(fetched, filters.page))
  const stats = useQuery(statsQuery(fetched))

  const found = list.data?.meta.total ?? 0
  const [isCounted, setCounted] = useState(false)

  function refetch(): void {
    void list.refetch()
    void stats.refetch()
  }

  const view = useCallbackRef((row: { student_id: number }) => open('view', row.student_id))

  return (
    <Stack gap="xs">
      <GroupListPanel
        filters={filters}
        at={at}
        statuses={SESSION_STATUSES}
        anyStatus="Default (completed sessions)"
        anyGroup="All groups"
        days={days}
        show={{ blank: 'All students', options: REPORTS_SHOWN }}
        query={{ isFetching: list.isFetching || stats.isFetching, refetch }}
        title="Reports"
        unchosen={NO_CHOICE}
        unfetched={NOT_FETCHED}
        waits={filters.own.loading}
        actions={
          fetched &&
          found > 0 && (
            <>
              <ExportPanel
                formats={DOCUMENTS}
                fileName={listFileName}
                read={exportList(fetched)}
                failure={EXPORT_FAILURE}
              />
              {stats.data && (
                <Button
                  variant="subtle"
                  leftSection={<IconHelpCircle size={16} aria-hidden />}
                  onClick={() => setCounted(true)}
                >
                  How is this counted?
                </Button>
              )}
              <Text size="sm" c="dimmed" role="status" className={classes.count}>
                {found === 1 ? '1 student' : `${found} students`}
                {only && ' below the minimum'}
              </Text>
            </>
          )
        }
      >
        {() => (
          <ReportsList
            list={{ ...list, refetch }}
            stats={stats}
            filter={{ only, ...days }}
            onView={view}
            onPage={filters.turnTo}
          />
        )}
      </GroupListPanel>
      {isCounted && stats.data && (
        <CountModal totals={stats.data} counted={{ status, ...days }} onClose={() => setCounted(false)} />
      )}
      {chosen && modal === 'view' && id !== undefined && (
        <ReportModal key={id} id={id} filter={ofStudent(chosen)} isBelow={only === 'below'} onClose={close} />
      )}
    </Stack>
  )
}
