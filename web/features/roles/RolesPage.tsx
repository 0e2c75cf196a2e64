import { Button, Group } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Role } from '../../../shared/contract/roles.ts'
import { ROLE_USERS_COUNTED } from '../../../shared/limits.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useRemoval } from '../../core/removal.ts'
import { useModalUrl } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { RemovalProblem } from '../../ui/RemovalProblem.tsx'
import { roleQuery, rolesQuery, useRoleChanges } from './api.ts'
import { HoldersModal } from './HoldersModal.tsx'
import { RoleModal } from './RoleModal.tsx'

export { needs } from './api.ts'

const COLUMNS: readonly Column<Role>[] = [
  { header: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { header: 'Kind', cell: ({ built_in }) => (built_in ? 'Built-in' : 'Custom') },
  { header: 'People', cell: ({ user_count }) => (user_count < ROLE_USERS_COUNTED ? user_count : '1,000 or more') },
]

export function RolesPage() {
  const writes = can(useRoles(), 'roles:write')
  const { modal, id, open, close } = useModalUrl()

  const list = useQuery(rolesQuery)
  const opened = writes && (modal === 'edit' || modal === 'holders') ? id : undefined
  const record = useQuery(roleQuery(opened))
  const { remove } = useRoleChanges()

  const { failure, ask, dismiss } = useRemoval<Role>({
    title: 'Delete role',
    question: 'Are you sure you want to delete this role?',
    done: 'Role deleted successfully!',
    nameOf: ({ name }) => name,
    remove,
  })

  const actions: Column<Role> = {
    header: 'Actions',
    end: true,
    cell: (role) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <IconAction label={`Who holds ${role.name}`} icon={IconUsers} onClick={() => open('holders', role.id)} />
        {!role.built_in && (
          <>
            <IconAction label={`Edit ${role.name}`} icon={IconPencil} onClick={() => open('edit', role.id)} />
            <IconAction label={`Delete ${role.name}`} icon={IconTrash} danger onClick={() => ask(role)} />
          </>
        )}
      </Group>
    ),
  }
  const table = {
    caption: 'Roles',
    columns: writes ? [...COLUMNS, actions] : COLUMNS,
    rowKey: (row: Role) => row.id,
  }
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('add')}>
      Add
    </Button>
  )

  return (
    <Page title="Roles" actions={writes && add}>
      <RemovalProblem text={failure} onDismiss={dismiss} />
      <ListState
        query={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        isEmpty={(rows) => rows.length === 0}
        empty={<Prompt title="No roles found" />}
      >
        {(rows) => <DataTable {...table} rows={rows} />}
      </ListState>
      {writes && modal === 'add' && <RoleModal onClose={close} />}
      {opened !== undefined && (
        <RecordModal title={modal === 'holders' ? 'Role' : 'Edit Role'} query={record} onClose={close}>
          {(role) => {
            if (modal === 'holders') return <HoldersModal key={role.id} role={role} onClose={close} />
            // A built-in role can be neither renamed nor deleted; only a typed address leads here.
            return role.built_in ? null : <RoleModal key={role.id} role={role} onClose={close} />
          }}
        </RecordModal>
      )}
    </Page>
  )
}
