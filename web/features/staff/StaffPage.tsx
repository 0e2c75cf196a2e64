import { Button, Text } from '@mantine/core'
import { IconBadge, IconPlus, IconShield, IconShieldLock, IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useRemoval } from '../../core/removal.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { InitialPasswordModal } from '../../parts/InitialPasswordModal.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RemovalProblem } from '../../ui/RemovalProblem.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { readStaffSheet, type StaffCard, staffListQuery, useStaffChanges } from './api.ts'
import { StaffCards, StaffSkeletons } from './StaffCards.tsx'
import { NewStaffForm } from './StaffForm.tsx'
import { StaffModal } from './StaffModal.tsx'

export { needs } from './api.ts'

export function StaffPage() {
  const roles = useRoles()
  const writes = can(roles, 'staff:write')
  const own = useOwnDepartment()
  const filters = useFilters()
  const { modal, id, open, close } = useModalUrl()
  const [told, setTold] = useState<{ credential: Credential; done?: string }>()

  const q = filters.text('q')
  const list = useQuery(staffListQuery(q, filters.id('page') ?? 1))
  const { remove } = useStaffChanges()
  const { failure, ask, dismiss } = useRemoval<StaffCard>({
    title: 'Delete staff member',
    question: 'Are you sure you want to delete this staff member?',
    done: 'Staff member deleted successfully!',
    nameOf: ({ name }) => name,
    remove,
  })

  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('add')}>
      Add
    </Button>
  )

  const tell = (credential: Credential, done?: string) => setTold({ credential, ...(done ? { done } : {}) })

  function modals() {
    // In the place of the form, whose typed text waits as a draft.
    if (told) return <InitialPasswordModal {...told} onClose={() => setTold(undefined)} />
    if (modal === 'add' && writes && !own.loading)
      return <NewStaffForm departmentId={own.locked?.id} onClose={close} onCredential={tell} />
    if ((modal === 'view' || modal === 'edit') && id !== undefined)
      return <StaffModal key={id} mode={writes ? modal : 'view'} staffId={id} onClose={close} onCredential={tell} />
    return null
  }

  return (
    <Page
      title="Staff"
      actions={
        <>
          {writes && add}
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
          {can(roles, 'staff:export') && <ExportMenu name="staff" read={(format) => readStaffSheet(q, format)} />}
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
        onChange={(text) => filters.set({ q: text, page: undefined })}
      />
      <RemovalProblem text={failure} onDismiss={dismiss} />
      <ListState
        query={list}
        skeleton={<StaffSkeletons />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          q === '' ? (
            <Prompt title="No staff found" text={writes ? 'Start by adding your first staff member' : undefined} />
          ) : (
            <Prompt
              title="No staff found matching your search"
              action={
                <Button variant="default" onClick={() => filters.set({ q: undefined, page: undefined })}>
                  Show all staff
                </Button>
              }
            />
          )
        }
      >
        {({ data, meta }) => (
          <>
            <StaffCards
              cards={data}
              onAction={(action, card) => (action === 'delete' ? ask(card) : open(action, card.id))}
            />
            <PagesRow meta={meta} onPage={(page) => filters.set({ page: page === 1 ? undefined : page })} />
          </>
        )}
      </ListState>
      {modals()}
    </Page>
  )
}
