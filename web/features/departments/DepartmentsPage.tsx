import { IconTableImport } from '@tabler/icons-react'
import type { Department } from '../../../shared/contract/departments.ts'
import { labelOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { departmentQuery, departmentsQuery, useDepartmentChanges } from './api.ts'
import { DEPARTMENT } from './rules.ts'

export { needs } from './api.ts'

const DepartmentForm = later(async () => (await import('./DepartmentForm.tsx')).DepartmentForm)

const COLUMNS: readonly Column<Department>[] = [
  { header: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { header: 'Type', whole: true, cell: ({ type }) => labelOf(type) },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]

export function DepartmentsPage() {
  const writes = can(useRoles(), 'departments:write')
  DepartmentForm.useWhenIdle(writes)
  const filters = useFilters()
  const list = useListPage({
    kind: DEPARTMENT,
    filters,
    query: departmentsQuery(filters.page),
    nameOf: ({ name }) => name,
    remove: useDepartmentChanges().remove,
  })

  const actions = actionsColumn<Department>((row) => (
    <RowActions of={row.name} edit remove onAction={(action) => list.act(action, row)} />
  ))
  const table = {
    caption: 'Departments',
    columns: writes ? [...COLUMNS, actions] : COLUMNS,
    rowKey: (row: Department) => row.id,
  }

  return (
    <Page
      title="Departments"
      actions={
        writes && (
          <>
            <AddButton onClick={() => list.dialog.open('add')} />
            <ScreenButton to="/department/import" icon={IconTableImport}>
              Import
            </ScreenButton>
          </>
        )
      }
    >
      <PagedList
        list={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        empty={
          <Prompt title="No departments found" text={writes ? 'Start by adding your first department' : undefined} />
        }
      >
        {({ data }) => <DataTable {...table} rows={data} />}
      </PagedList>
      <RecordDialog
        kind={DEPARTMENT}
        dialog={list.dialog}
        query={departmentQuery}
        edits={writes}
        form={(opening) => <DepartmentForm {...opening} />}
      />
    </Page>
  )
}
