import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { formatInstant, today } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { useRemoval } from '../../core/removal.ts'
import { useModalUrl } from '../../core/url-state.ts'
import { OpenFilters } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { outbox } from '../../offline/outbox.ts'
import { GroupFilterPanel } from '../../parts/GroupFilterPanel.tsx'
import { useGroupFilters } from '../../parts/group-filters.ts'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RemovalProblem } from '../../ui/RemovalProblem.tsx'
import { sessionTitle, useRefreshAttendance } from '../taking/api.ts'
import { type ListSeen, useOnDevice } from '../taking/kept.api.ts'
import { TakeAttendanceModal } from '../taking/TakeAttendanceModal.tsx'
import classes from './AttendancePage.module.css'
import { sessionsQuery, useBackOnline, useSessionChanges } from './api.ts'
import { KeptSessionsPanel } from './KeptSessionsPanel.tsx'
import { todayFirst } from './rules.ts'
import { NewSessionForm } from './SessionForm.tsx'
import { SessionModal } from './SessionModal.tsx'
import { type SessionAction, SessionsTable } from './SessionsTable.tsx'

export { needs } from './api.ts'

const PHONE = '(max-width: 48em)'
const NONE = 'No attendance sessions found for the selected criteria'

/** What has been sent behind the list shows in it. */
function useSentEntries(): void {
  const refresh = useRefreshAttendance()
  const saved = outbox
    .use()
    .filter(({ state }) => state === 'saved')
    .map(({ subject, at }) => subject + at)
    .join()
  const before = useRef(saved)
  useEffect(() => {
    if (before.current === saved) return
    before.current = saved
    void refresh()
  }, [saved, refresh])
}

export function AttendancePage() {
  const roles = useRoles()
  const writes = can(roles, 'attendance:write')
  const entries = can(roles, 'attendance:take')
  const filters = useGroupFilters(SESSION_STATUSES)
  const { modal, id, open, close } = useModalUrl()
  const [filtersOpened, setFiltersOpened] = useState(false)
  const device = useOnDevice()
  const results = useRef<HTMLDivElement>(null)
  useSentEntries()
  useBackOnline()

  const { departmentId, batchId, groupId, status = '', own } = filters
  const complete = departmentId !== undefined && batchId !== undefined && groupId !== undefined
  const fetched = complete && filters.isFetched && !own.loading

  const filter = fetched ? { department_id: departmentId, batch_id: batchId, group_id: groupId, status } : undefined
  const list = useQuery(sessionsQuery(filter, filters.page, entries))
  const { remove } = useSessionChanges()
  const { failure, ask, dismiss } = useRemoval<AttendanceSession>({
    title: 'Delete attendance session',
    question: 'Are you sure you want to delete this attendance session?',
    done: 'Attendance session deleted successfully!',
    nameOf: sessionTitle,
    remove,
  })

  function fetchSessions(): void {
    if (fetched) void list.refetch()
    else filters.setFetched()
    // There the open filters fill the screen.
    if (matchMedia(PHONE).matches) results.current?.scrollIntoView()
  }

  const openList = ({ page, ...asked }: ListSeen['asked']) =>
    filters.setFilters({ ...asked, fetched: 'yes', page: page === 1 ? undefined : page })

  const act = (action: SessionAction, session: AttendanceSession) =>
    action === 'delete' ? ask(session) : open(action, session.id)

  function closeTaking(): void {
    close()
    void device.reload()
  }

  function sessions() {
    if (!complete)
      return (
        <Prompt
          title="Select All Required Fields"
          text="Please select department, batch, and group to fetch attendance sessions"
          action={<OpenFilters opened={filtersOpened} onOpen={() => setFiltersOpened(true)} />}
        />
      )
    if (!fetched && !own.loading)
      return <Prompt title="Nothing fetched yet" text="Press the button above to see the sessions of this group." />
    return (
      <ListState
        query={list}
        skeleton={<SessionsTable sessions={[]} loading roles={roles} onAction={act} />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <Prompt title={NONE} action={writes && <Button onClick={() => open('add')}>Add the first session</Button>} />
        }
      >
        {({ data, meta, keptAt }) => (
          <>
            {keptAt && (
              <Text size="sm" c="dimmed" role="status">
                The server cannot be reached. These are the sessions as they were at {formatInstant(keptAt)}.
              </Text>
            )}
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 session' : `${meta.total} sessions`}
            </Text>
            <SessionsTable
              sessions={todayFirst(data, today())}
              onDevice={device.sessions}
              roles={roles}
              onAction={act}
            />
            <PagesRow meta={meta} onPage={filters.turnTo} />
          </>
        )}
      </ListState>
    )
  }

  return (
    <Page
      title="Attendance Sessions"
      actions={
        <>
          {entries && (
            <Button component={ScreenLink} to="/student-attendance" variant="default">
              Student Attendance Records
            </Button>
          )}
          {writes && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('add')}>
              Add
            </Button>
          )}
        </>
      }
    >
      {entries && (
        <KeptSessionsPanel
          sessions={device.sessions}
          openable={device.openable}
          listSeen={device.listSeen}
          onOpenList={fetched && list.data ? undefined : openList}
          onOpen={(sessionId) => open('take', sessionId)}
          onChanged={device.reload}
        />
      )}
      <GroupFilterPanel
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        filters={filters}
        statuses={SESSION_STATUSES}
        anyStatus="All statuses"
      />
      <Button className={classes.fetch} disabled={!complete || own.loading || list.isFetching} onClick={fetchSessions}>
        {list.isFetching ? 'Fetching...' : 'Fetch Attendance Sessions'}
      </Button>
      <RemovalProblem text={failure} onDismiss={dismiss} />
      <div ref={results} className={classes.results}>
        {sessions()}
      </div>
      {writes && modal === 'add' && !own.loading && (
        <NewSessionForm
          chosen={{ departmentId, batchId, groupId }}
          day={today()}
          onClose={close}
          // In the place of the form, so that the way back leads to the list.
          onEntry={(sessionId) => filters.setFilters({ modal: 'take', id: sessionId })}
        />
      )}
      {id !== undefined && (modal === 'view' || (modal === 'edit' && writes)) && (
        <SessionModal key={`${modal} ${id}`} mode={modal} id={id} onClose={close} />
      )}
      {id !== undefined && modal === 'take' && entries && (
        <TakeAttendanceModal key={id} id={id} onClose={closeTaking} />
      )}
    </Page>
  )
}
