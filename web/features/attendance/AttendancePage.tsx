import { Button, Text } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { formatInstant } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { withDialogs } from '../../core/needs.ts'
import { OpenFilters } from '../../layout/FilterPanel.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { GroupFilterPanel } from '../../parts/GroupFilterPanel.tsx'
import { useGroupFilters } from '../../parts/group-filters.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { PHONE } from '../../ui/theme.ts'
import { sessionTitle } from '../taking/api.ts'
import { type ListSeen, useOnDevice } from '../taking/kept.api.ts'
import classes from './AttendancePage.module.css'
import { needs as calls, listQuery, sessionQuery, useSessionChanges } from './api.ts'
import { KeptSessionsPanel } from './KeptSessionsPanel.tsx'
import { addressOf, SESSION, SESSIONS_SHOWN, todayFirst } from './rules.ts'
import { SessionPanel } from './SessionPanel.tsx'
import { SessionsTable } from './SessionsTable.tsx'

/** Only for people who take registers or plan sessions: loaded once the screen is idle. */
const EditSessionForm = later(async () => (await import('./SessionForm.tsx')).EditSessionForm)
const NewSessionForm = later(async () => (await import('./SessionForm.tsx')).NewSessionForm)
const TakeAttendanceModal = later(async () => (await import('../taking/TakeAttendanceModal.tsx')).TakeAttendanceModal)

export const needs = withDialogs(calls, { take: TakeAttendanceModal, add: NewSessionForm, edit: EditSessionForm })

const NONE = 'No attendance sessions found for the selected criteria'

export function AttendancePage() {
  const roles = useRoles()
  const writes = can(roles, 'attendance:write')
  const entries = can(roles, 'attendance:take')
  const filters = useGroupFilters()
  const [filtersOpened, setFiltersOpened] = useState(false)
  const device = useOnDevice()

  useEffect(() => {
    if (entries) TakeAttendanceModal.loadWhenIdle()
    if (writes) NewSessionForm.loadWhenIdle()
  }, [entries, writes])

  const { own } = filters
  const { place, isComplete, fetched, only, status, filter } = addressOf(filters)
  const list = useListPage({
    kind: SESSION,
    filters,
    query: listQuery(own.loading ? undefined : filter, filters.page, entries),
    nameOf: sessionTitle,
    remove: useSessionChanges().remove,
  })
  const { modal, id, open, close } = list.dialog

  function fetchSessions(): void {
    if (fetched || only) void list.query.refetch()
    else filters.setFetched()
    // On a phone the open filters fill the screen; closed they still name the fetched list.
    if (matchMedia(PHONE).matches) setFiltersOpened(false)
  }

  const openList = ({ page, ...asked }: ListSeen['asked']) =>
    filters.set({ ...asked, only: undefined, fetched: 'yes', page: page === 1 ? undefined : page })

  function closeTaking(): void {
    close()
    void device.reload()
  }

  function sessions() {
    if (!only && !isComplete && !filters.isComing)
      return (
        <Prompt
          title="Select All Required Fields"
          text="Please select department, batch, and group to fetch attendance sessions"
          action={<OpenFilters opened={filtersOpened} onOpen={() => setFiltersOpened(true)} />}
        />
      )
    if (!only && !fetched && !own.loading)
      return <Prompt title="Nothing fetched yet" text="Press the button above to see the sessions of this group." />
    return (
      <PagedList
        list={list}
        skeleton={<SessionsTable sessions={[]} loading roles={roles} onAction={list.act} />}
        empty={
          only ? (
            <Prompt icon={IconCalendarCheck} title="No register is missing" />
          ) : (
            <Prompt
              title={NONE}
              action={writes && !status && <Button onClick={() => open('add')}>Add the first session</Button>}
            />
          )
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
              sessions={only ? data : todayFirst(data, collegeToday())}
              ofSeveral={only !== undefined}
              onDevice={device.sessions}
              roles={roles}
              onAction={list.act}
            />
          </>
        )}
      </PagedList>
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
          {can(roles, 'leaves:decide') && (
            <Button component={ScreenLink} to="/leaves" variant="default">
              Leave Requests
            </Button>
          )}
          {writes && <AddButton onClick={() => open('add')} />}
        </>
      }
    >
      {entries && (
        <KeptSessionsPanel
          sessions={device.sessions}
          openable={device.openable}
          listSeen={device.listSeen}
          onOpenList={fetched && list.query.data ? undefined : openList}
          onOpen={(sessionId) => open('take', sessionId)}
          onChanged={device.reload}
        />
      )}
      <GroupFilterPanel
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        filters={filters}
        statuses={SESSION_STATUSES}
        status={status}
        anyStatus="All statuses"
        optional={only !== undefined}
        show={{
          blank: 'All sessions of a group',
          options: SESSIONS_SHOWN,
          value: only ?? '',
          onChange: filters.chooseOnly,
        }}
      />
      <Button
        className={classes.fetch}
        disabled={(!isComplete && !only) || own.loading || list.query.isFetching}
        onClick={fetchSessions}
      >
        {list.query.isFetching ? 'Fetching...' : 'Fetch Attendance Sessions'}
      </Button>
      <div className={classes.results}>{sessions()}</div>
      <RecordDialog
        kind={SESSION}
        dialog={list.dialog}
        query={sessionQuery}
        adds={writes && !own.loading}
        edits={writes}
        form={(opening) =>
          opening.record ? (
            <EditSessionForm {...opening} />
          ) : (
            <NewSessionForm
              {...opening}
              chosen={place}
              day={collegeToday()}
              // Replaces the form in the address, so that the way back leads to the list.
              onEntry={(sessionId) => filters.set({ modal: 'take', id: sessionId })}
            />
          )
        }
        view={(session) => <SessionPanel session={session} />}
      />
      {id !== undefined && modal === 'take' && entries && (
        <TakeAttendanceModal key={id} id={id} onClose={closeTaking} />
      )}
    </Page>
  )
}
