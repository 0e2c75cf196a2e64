import type { Announcement } from '../../../shared/contract/announcements.ts'
import { can } from '../../../shared/permissions.ts'
import { useLogin, useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { searchedList } from '../../layout/searched-list.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { later } from '../../ui/later.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { AnnouncementPanel } from './AnnouncementPanel.tsx'
import { AnnouncementsTable } from './AnnouncementsTable.tsx'
import { addressOf, announcementQuery, announcementsQuery, useDeleteAnnouncement, useMarkRead } from './api.ts'
import { ANNOUNCEMENT } from './rules.ts'

export { needs } from './api.ts'

const AnnouncementForm = later(async () => (await import('./AnnouncementForm.tsx')).AnnouncementForm)

export function AnnouncementsPage() {
  const roles = useRoles()
  const ownId = useLogin()?.user.id
  const writes = can(roles, 'announcements:write')
  AnnouncementForm.useWhenIdle(writes)
  const own = useOwnDepartment()
  const filters = useFilters()
  const filter = addressOf(filters)
  const list = useListPage({
    kind: ANNOUNCEMENT,
    filters,
    query: announcementsQuery(filter, filters.page),
    nameOf: ({ title }) => title,
    remove: useDeleteAnnouncement(),
  })
  const markRead = useMarkRead()

  const isEditable = (row: Announcement): row is Announcement =>
    writes &&
    !own.loading &&
    (own.locked === undefined || own.locked.id === row.department_id) &&
    (row.group_id !== null || can(roles, 'announcements:widely'))
  const isDeletable = ({ created_by }: Announcement) =>
    (writes && created_by === ownId) || can(roles, 'announcements:oversee')
  const read = (row: Announcement) =>
    void list.change(row, { run: ({ id }) => markRead({ params: { id } }), done: 'Marked as read' })
  const table = { isEditable, isDeletable, onAction: list.act, onRead: read }

  const { search, empty, add } = searchedList({
    list,
    filters,
    filter,
    of: 'announcements',
    none: 'No announcements found',
    first: 'Start by adding the first one',
    adds: writes,
  })

  return (
    <Page title="Announcements" actions={add}>
      <SearchField label="Search announcements" placeholder="Title" {...search} />
      <PagedList list={list} skeleton={<AnnouncementsTable rows={[]} loading {...table} />} empty={empty}>
        {({ data }) => <AnnouncementsTable rows={data} {...table} />}
      </PagedList>
      {/* The dialog decides once if a record may be changed, so it waits for the own department. */}
      {!own.loading && (
        <RecordDialog
          kind={ANNOUNCEMENT}
          dialog={list.dialog}
          query={announcementQuery}
          adds={writes}
          edits={writes}
          isEditable={isEditable}
          form={(opening) => <AnnouncementForm {...opening} departmentId={own.locked?.id} />}
          view={(announcement) => <AnnouncementPanel announcement={announcement} />}
        />
      )}
    </Page>
  )
}
