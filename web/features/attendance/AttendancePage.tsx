import { Button, Text } from '@mantine/core'
import { IconFilter, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { labelOf, SESSION_STATUSES } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { formatInstant, today } from '../../core/formats.ts'
import { outbox } from '../../core/outbox.ts'
import { useRemoval } from '../../core/removal.ts'
import { useRoles } from '../../core/session.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { academicDepartmentsQuery, activeGroupsQuery, batchChoicesQuery } from '../../pickers/api.ts'
import { BatchPicker } from '../../pickers/BatchPicker.tsx'
import { DepartmentPicker } from '../../pickers/DepartmentPicker.tsx'
import { GroupPicker } from '../../pickers/GroupPicker.tsx'
import { useOwnDepartment } from '../../pickers/own-department.ts'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RemovalProblem } from '../../ui/RemovalProblem.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import classes from './AttendancePage.module.css'
import { sessionsQuery, sessionTitle, useBackOnline, useRefreshAttendance, useSessionChanges } from './api.ts'
import { KeptSessionsPanel, useOnDevice } from './KeptSessionsPanel.tsx'
import { NewSessionForm } from './SessionForm.tsx'
import { SessionModal } from './SessionModal.tsx'
import { type SessionAction, SessionsTable } from './SessionsTable.tsx'
import { TakeAttendanceModal } from './TakeAttendanceModal.tsx'

const STATUSES = SESSION_STATUSES.map((value) => ({ value, label: labelOf(value) }))
const NONE = 'No attendance sessions found for the selected criteria'

/** What has been sent behind the list shows in it. */
function useSentMarks(): void {
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
  const marks = can(roles, 'attendance:mark')
  const filters = useFilters()
  const { modal, id, open, close } = useModalUrl()
  const own = useOwnDepartment()
  const [filtersOpened, setFiltersOpened] = useState(false)
  const device = useOnDevice()
  useSentMarks()
  useBackOnline()

  const departmentId = own.locked?.id ?? filters.id('department_id')
  const batchId = filters.id('batch_id')
  const groupId = filters.id('group_id')
  const status = SESSION_STATUSES.find((one) => one === filters.text('status')) ?? ''
  const complete = departmentId !== undefined && batchId !== undefined && groupId !== undefined
  const fetched = complete && filters.text('fetched') === 'yes' && !own.loading

  const departments = useQuery(academicDepartmentsQuery)
  const batches = useQuery(batchChoicesQuery)
  const groups = useQuery({ ...activeGroupsQuery(departmentId ?? 0), enabled: departmentId !== undefined })
  const named = (records: readonly { id: number; name: string }[] | undefined, wanted: number | undefined) =>
    records?.find((record) => record.id === wanted)?.name

  const filter = { department_id: departmentId ?? 0, batch_id: batchId ?? 0, group_id: groupId ?? 0, status }
  const list = useQuery({
    ...sessionsQuery(filter, filters.id('page') ?? 1, marks),
    enabled: fetched,
    // Another page of the same choice may stand in; what was found for another choice may not.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey[2]) === JSON.stringify(filter) ? before : undefined,
  })
  const { remove } = useSessionChanges()
  const { failure, ask, dismiss } = useRemoval<AttendanceSession>({
    title: 'Delete attendance session',
    question: 'Are you sure you want to delete this attendance session?',
    done: 'Attendance session deleted successfully!',
    nameOf: sessionTitle,
    remove,
  })

  // A choice that is changed no longer is what was fetched.
  const choose = (changes: Record<string, string | number | undefined>) =>
    filters.set({ ...changes, fetched: undefined, page: undefined })

  function fetchSessions(): void {
    if (fetched) return void list.refetch()
    // The own department too, so that the address says it all where nothing can be asked.
    filters.set({ department_id: departmentId, fetched: 'yes', page: undefined })
  }

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
          action={
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
            <SessionsTable sessions={data} onDevice={device.sessions} roles={roles} onAction={act} />
            <PagesRow meta={meta} onPage={(next) => filters.set({ page: next === 1 ? undefined : next })} />
          </>
        )}
      </ListState>
    )
  }

  return (
    <Page
      title="Attendance Sessions"
      actions={
        writes && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('add')}>
            Add
          </Button>
        )
      }
    >
      {marks && (
        <KeptSessionsPanel
          sessions={device.sessions}
          openable={device.openable}
          onOpen={(sessionId) => open('take', sessionId)}
          onChanged={device.reload}
        />
      )}
      <FilterPanel
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        chosen={[
          { label: 'Department', value: own.locked?.name ?? named(departments.data, departmentId) },
          { label: 'Batch', value: named(batches.data, batchId) },
          { label: 'Group', value: named(groups.data, groupId) },
          { label: 'Status', value: status && labelOf(status) },
        ]}
      >
        <DepartmentPicker
          required
          value={departmentId}
          onChange={(value) => choose({ department_id: value, group_id: undefined })}
        />
        <BatchPicker
          required
          value={String(batchId ?? '')}
          onChange={(value) => choose({ batch_id: value, group_id: undefined })}
        />
        <GroupPicker
          required
          needsBatch
          departmentId={departmentId}
          batchId={batchId}
          value={groupId}
          onChange={(value) => choose({ group_id: value })}
        />
        <SelectField
          label="Status"
          blank="All statuses"
          options={STATUSES}
          value={status}
          onChange={(event) => choose({ status: event.currentTarget.value })}
        />
      </FilterPanel>
      <Button className={classes.fetch} disabled={!complete || own.loading || list.isFetching} onClick={fetchSessions}>
        {list.isFetching ? 'Fetching...' : 'Fetch Attendance Sessions'}
      </Button>
      <RemovalProblem text={failure} onDismiss={dismiss} />
      {sessions()}
      {writes && modal === 'add' && !own.loading && (
        <NewSessionForm
          chosen={{ departmentId, batchId, groupId }}
          day={today()}
          onClose={close}
          // In the place of the form, so that the way back leads to the list.
          onMark={(sessionId) => filters.set({ modal: 'take', id: sessionId })}
        />
      )}
      {id !== undefined && (modal === 'view' || (modal === 'edit' && writes)) && (
        <SessionModal key={`${modal} ${id}`} mode={modal} id={id} onClose={close} />
      )}
      {id !== undefined && modal === 'take' && marks && <TakeAttendanceModal key={id} id={id} onClose={closeTaking} />}
    </Page>
  )
}
