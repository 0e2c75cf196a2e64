import { Button, Group } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Designation } from '../../../shared/contract/designations.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useRemoval } from '../../core/removal.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { RemovalProblem } from '../../ui/RemovalProblem.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { designationQuery, designationsQuery, useDesignationChanges } from './api.ts'
import { DesignationModal } from './DesignationModal.tsx'

export { needs } from './api.ts'

const COLUMNS: readonly Column<Designation>[] = [
  { header: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { header: 'Staff', cell: ({ staff_count }) => staff_count },
]

export function DesignationsPage() {
  const writes = can(useRoles(), 'designations:write')
  const { modal, id, open, close } = useModalUrl()
  const filters = useFilters()
  const q = filters.text('q')

  const list = useQuery(designationsQuery(q, filters.id('page') ?? 1))
  const editing = writes && modal === 'edit' ? id : undefined
  const record = useQuery(designationQuery(editing))
  const { remove } = useDesignationChanges()

  const { failure, ask, dismiss } = useRemoval<Designation>({
    title: 'Delete designation',
    question: 'Are you sure you want to delete this designation?',
    done: 'Designation deleted successfully!',
    nameOf: ({ name }) => name,
    remove,
  })

  const actions: Column<Designation> = {
    header: 'Actions',
    end: true,
    cell: (designation) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <IconAction label={`Edit ${designation.name}`} icon={IconPencil} onClick={() => open('edit', designation.id)} />
        <IconAction label={`Delete ${designation.name}`} icon={IconTrash} danger onClick={() => ask(designation)} />
      </Group>
    ),
  }
  const table = {
    caption: 'Designations',
    columns: writes ? [...COLUMNS, actions] : COLUMNS,
    rowKey: (row: Designation) => row.id,
  }
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('add')}>
      Add
    </Button>
  )

  return (
    <Page title="Designations" actions={writes && add}>
      <SearchField
        label="Search designations"
        value={q}
        onChange={(text) => filters.set({ q: text, page: undefined })}
      />
      <RemovalProblem text={failure} onDismiss={dismiss} />
      <ListState
        query={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <Prompt
            title="No designations found"
            text={writes && q === '' ? 'Start by adding your first designation' : undefined}
          />
        }
      >
        {({ data, meta }) => (
          <>
            <DataTable {...table} rows={data} />
            <PagesRow meta={meta} onPage={(page) => filters.set({ page: page === 1 ? undefined : page })} />
          </>
        )}
      </ListState>
      {writes && modal === 'add' && <DesignationModal designation={undefined} onClose={close} />}
      {editing !== undefined && (
        <RecordModal title="Edit Designation" query={record} onClose={close}>
          {(designation) => <DesignationModal key={designation.id} designation={designation} onClose={close} />}
        </RecordModal>
      )}
    </Page>
  )
}
