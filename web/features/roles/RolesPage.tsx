import { IconUsers } from '@tabler/icons-react'
import type { Role } from '../../../shared/contract/roles.ts'
import { roleHint } from '../../../shared/labels.ts'
import { ROLE_USERS_COUNTED } from '../../../shared/limits.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { roleQuery, rolesQuery, useRoleChanges } from './api.ts'
import { HoldersModal } from './HoldersModal.tsx'
import { ROLE } from './rules.ts'

export { needs } from './api.ts'

const RoleForm = later(async () => (await import('./RoleForm.tsx')).RoleForm)

const COLUMNS: readonly Column<Role>[] = [
  {
    header: 'Name',
    cell: ({ name }) => {
      const hint = roleHint(name)
      return (
        <div>
          <strong>{name}</strong>
          {hint && <RowText kind="detail">{hint}</RowText>}
        </div>
      )
    },
  },
  { header: 'Kind', cell: ({ built_in }) => (built_in ? 'Built-in' : 'Custom') },
  {
    header: 'People',
    end: true,
    cell: ({ user_count }) => (user_count < ROLE_USERS_COUNTED ? user_count : '1,000 or more'),
  },
]

/** Returns true for a role that can be renamed and deleted. */
const isCustom = (role: Role): role is Role => !role.built_in

export function RolesPage() {
  const writes = can(useRoles(), 'roles:write')
  RoleForm.useWhenIdle(writes)
  const filters = useFilters()
  const list = useListPage({
    kind: ROLE,
    filters,
    query: rolesQuery(filters.page),
    nameOf: ({ name }) => name,
    remove: useRoleChanges().remove,
  })
  const { modal, id, open, close } = list.dialog

  const actions = actionsColumn<Role>((role) => (
    <>
      <IconAction label={`Who holds ${role.name}`} icon={IconUsers} onClick={() => open('holders', role.id)} />
      <RowActions
        of={role.name}
        edit={isCustom(role)}
        remove={isCustom(role)}
        onAction={(action) => list.act(action, role)}
      />
    </>
  ))
  const table = {
    caption: 'Roles',
    columns: writes ? [...COLUMNS, actions] : COLUMNS,
    rowKey: (row: Role) => row.id,
  }

  return (
    <Page title="Roles" actions={writes && <AddButton onClick={() => open('add')} />}>
      <PagedList
        list={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        empty={<Prompt title="No roles found" />}
      >
        {({ data }) => <DataTable {...table} rows={data} />}
      </PagedList>
      <RecordDialog
        kind={ROLE}
        dialog={list.dialog}
        query={roleQuery}
        edits={writes}
        isEditable={isCustom}
        form={(opening) => <RoleForm {...opening} />}
      />
      {writes && modal === 'holders' && id !== undefined && <HoldersModal key={id} id={id} onClose={close} />}
    </Page>
  )
}
