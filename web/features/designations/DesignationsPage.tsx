import { IconTableImport } from '@tabler/icons-react'
import type { Designation } from '../../../shared/contract/designations.ts'
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
import { SearchField } from '../../ui/SearchField.tsx'
import { designationQuery, designationsQuery, useDesignationChanges } from './api.ts'
import { DESIGNATION } from './rules.ts'

export { needs } from './api.ts'

const DesignationForm = later(async () => (await import('./DesignationForm.tsx')).DesignationForm)

const COLUMNS: readonly Column<Designation>[] = [
  { header: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { header: 'Staff', end: true, cell: ({ staff_count }) => staff_count },
]

export function DesignationsPage() {
  const writes = can(useRoles(), 'designations:write')
  DesignationForm.useWhenIdle(writes)
  const filters = useFilters()
  const { q } = filters
  const list = useListPage({
    kind: DESIGNATION,
    filters,
    query: designationsQuery(q, filters.page),
    nameOf: ({ name }) => name,
    remove: useDesignationChanges().remove,
  })

  const actions = actionsColumn<Designation>((row) => (
    <RowActions of={row.name} edit remove onAction={(action) => list.act(action, row)} />
  ))
  const table = {
    caption: 'Designations',
    columns: writes ? [...COLUMNS, actions] : COLUMNS,
    rowKey: (row: Designation) => row.id,
  }

  return (
    <Page
      title="Designations"
      actions={
        writes && (
          <>
            <AddButton onClick={() => list.dialog.open('add')} />
            <ScreenButton to="/designations/import" icon={IconTableImport}>
              Import
            </ScreenButton>
          </>
        )
      }
    >
      <SearchField label="Search designations" value={q} onChange={(typed) => filters.choose({ q: typed })} />
      <PagedList
        list={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        empty={
          <Prompt
            title="No designations found"
            text={writes && q === '' ? 'Start by adding your first designation' : undefined}
          />
        }
      >
        {({ data }) => <DataTable {...table} rows={data} />}
      </PagedList>
      <RecordDialog
        kind={DESIGNATION}
        dialog={list.dialog}
        query={designationQuery}
        edits={writes}
        form={(opening) => <DesignationForm {...opening} />}
      />
    </Page>
  )
}
