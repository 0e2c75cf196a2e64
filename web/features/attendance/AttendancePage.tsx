import { IconTableImport } from '@tabler/icons-react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { GroupListPanel } from '../../parts/GroupListPanel.tsx'
import { useGroupFilters } from '../../parts/group-filters.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { later } from '../../ui/later.tsx'
import { sessionTitle } from '../taking/api.ts'
import { type ListSeen, useOnDevice } from '../taking/kept.api.ts'
import { listQuery, sessionQuery, useSessionChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import { KeptSessionsPanel } from './KeptSessionsPanel.tsx'
import { addressOf, SESSION, SESSIONS_SHOWN } from './rules.ts'
import { SessionPanel } from './SessionPanel.tsx'
import { SessionsList } from './SessionsList.tsx'

export { needs } from './api.ts'

/** Only for people who take registers or plan sessions: loaded once the screen is idle. */
const EditSessionForm = later(dialogs.edit)
const NewSessionForm = later(dialogs.add)
const TakeAttendanceModal = later(dialogs.take)

const NO_CHOICE = {
  title: 'Select All Required Fields',
  text: 'Please select department, batch, and group to fetch attendance sessions',
}
const NOT_FETCHED = {
  title: 'Nothing fetched yet',
  text: 'Press the button above to see the sessions of this group.',
}

export function AttendancePage() {
  const roles = useRoles()
  const writes = can(roles, 'attendance:write')
  const entries = can(roles, 'attendance:take')
  const filters = useGroupFilters()
  const device = useOnDevice()

  TakeAttendanceModal.useWhenIdle(entries)
  NewSessionForm.useWhenIdle(writes)

  const { own } = filters
  const at = addressOf(filters)
  const list = useListPage({
    kind: SESSION,
    filters,
    query: listQuery(own.loading ? undefined : at.filter, filters.page, entries),
    nameOf: sessionTitle,
    remove: useSessionChanges().remove,
  })
  const { modal, id, open, close } = list.dialog

  const openList = ({ page, ...asked }: ListSeen['asked']) =>
    filters.set({ ...asked, only: undefined, fetched: 'yes', page: page === 1 ? undefined : page })

  function closeTaking(): void {
    close()
    void device.reload()
  }

  return (
    <Page
      title="Attendance Sessions"
      actions={
        <>
          {writes && <AddButton onClick={() => open('add')} />}
          {writes && (
            <ScreenButton to="/attendance/import" icon={IconTableImport}>
              Import past attendance
            </ScreenButton>
          )}
          {entries && <ScreenButton to="/student-attendance">Student Attendance Records</ScreenButton>}
          {can(roles, 'leaves:decide') && <ScreenButton to="/leaves">Leave Requests</ScreenButton>}
        </>
      }
    >
      {entries && (
        <KeptSessionsPanel
          sessions={device.sessions}
          openable={device.openable}
          listSeen={device.listSeen}
          onOpenList={at.fetched && list.query.data ? undefined : openList}
          onOpen={(sessionId) => open('take', sessionId)}
          onChanged={device.reload}
        />
      )}
      <GroupListPanel
        filters={filters}
        at={at}
        statuses={SESSION_STATUSES}
        show={{ blank: 'All sessions of a group', options: SESSIONS_SHOWN }}
        query={list.query}
        title="Attendance Sessions"
        unchosen={NO_CHOICE}
        unfetched={NOT_FETCHED}
        waits={own.loading}
      >
        {() => <SessionsList list={list} at={at} onDevice={device.sessions} onAdd={() => open('add')} />}
      </GroupListPanel>
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
              chosen={at.place}
              day={collegeToday()}
              // Replaces the form in the address, so that the way back leads to the list.
              onEntry={(sessionId) => filters.set({ modal: 'take', id: sessionId })}
            />
          )
        }
        nameOf={sessionTitle}
        view={(session) => <SessionPanel session={session} />}
      />
      {id !== undefined && modal === 'take' && entries && (
        <TakeAttendanceModal key={id} id={id} onClose={closeTaking} />
      )}
    </Page>
  )
}
