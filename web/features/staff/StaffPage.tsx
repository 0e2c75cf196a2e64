import { Button, Text } from '@mantine/core'
import { IconBadge, IconShield, IconShieldLock, IconTableImport } from '@tabler/icons-react'
import { useState } from 'react'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { ExportPanel, SHEETS } from '../../parts/ExportPanel.tsx'
import { InitialPasswordModal } from '../../parts/InitialPasswordModal.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { addressOf, exportStaff, staffListQuery, staffMemberQuery, useStaffChanges } from './api.ts'
import { isEditable, STAFF, STAFF_SHOWN } from './rules.ts'
import { StaffCards, StaffSkeletons } from './StaffCards.tsx'
import { StaffForm } from './StaffForm.tsx'
import { StaffPanel } from './StaffPanel.tsx'

export { needs } from './api.ts'

export function StaffPage() {
  const roles = useRoles()
  const writes = can(roles, 'staff:write')
  const own = useOwnDepartment()
  const filters = useFilters()
  const [told, setTold] = useState<{ credential: Credential; done?: string }>()

  const filter = addressOf(filters)
  const { q, only } = filter
  const list = useListPage({
    kind: STAFF,
    filters,
    query: staffListQuery(filter, filters.page),
    nameOf: ({ name }) => name,
    remove: useStaffChanges().remove,
  })

  const tell = (credential: Credential, done?: string) => setTold({ credential, ...(done ? { done } : {}) })

  function dialogs() {
    // Replaces the form, whose typed text stays as a draft.
    if (told) return <InitialPasswordModal {...told} onClose={() => setTold(undefined)} />
    return (
      <RecordDialog
        kind={STAFF}
        dialog={list.dialog}
        query={staffMemberQuery}
        adds={writes && !own.loading}
        edits={writes}
        isEditable={(card) => isEditable(roles, card)}
        form={(opening) => <StaffForm {...opening} departmentId={own.locked?.id} onCredential={tell} />}
        view={(card) => <StaffPanel card={card} />}
      />
    )
  }

  return (
    <Page
      title="Staff"
      actions={
        <>
          {writes && <AddButton onClick={() => list.dialog.open('add')} />}
          {writes && (
            <Button
              component={ScreenLink}
              to="/staff/import"
              variant="default"
              leftSection={<IconTableImport size={16} aria-hidden />}
            >
              Import
            </Button>
          )}
          {can(roles, 'staff:export') && (
            <ExportPanel formats={SHEETS} fileName={() => 'staff'} read={exportStaff(filter)} />
          )}
          {can(roles, 'designations:read') && (
            <Button
              component={ScreenLink}
              to="/designations"
              variant="default"
              leftSection={<IconBadge size={16} aria-hidden />}
            >
              Designations
            </Button>
          )}
          {can(roles, 'roles:read') && (
            <Button
              component={ScreenLink}
              to="/roles"
              variant="default"
              leftSection={<IconShield size={16} aria-hidden />}
            >
              Roles
            </Button>
          )}
          {can(roles, 'security-log:read') && (
            <Button
              component={ScreenLink}
              to="/security-log"
              variant="default"
              leftSection={<IconShieldLock size={16} aria-hidden />}
            >
              Security Log
            </Button>
          )}
        </>
      }
    >
      {own.locked && (
        <Text size="sm" c="dimmed">
          You can only see the staff of your own department: {own.locked.name}.
        </Text>
      )}
      <SearchField
        label="Search staff"
        placeholder="Name, email, department, designation or role"
        value={q}
        onChange={(text) => filters.choose({ q: text })}
      />
      {writes && (
        <SelectField
          label="Show"
          blank="All staff"
          options={STAFF_SHOWN}
          value={only ?? ''}
          onChange={(event) => filters.choose({ only: event.currentTarget.value })}
          onClear={() => filters.choose({ only: undefined })}
          style={{ maxWidth: '24rem' }}
        />
      )}
      <PagedList
        list={list}
        skeleton={<StaffSkeletons />}
        empty={
          q === '' && only === undefined ? (
            <Prompt title="No staff found" text={writes ? 'Start by adding your first staff member' : undefined} />
          ) : (
            <NothingFound
              title={q === '' ? 'No staff found' : 'No staff found matching your search'}
              of="staff"
              onShowAll={() => filters.choose({ q: undefined, only: undefined })}
            />
          )
        }
      >
        {({ data }) => <StaffCards cards={data} onAction={list.act} />}
      </PagedList>
      {dialogs()}
    </Page>
  )
}
