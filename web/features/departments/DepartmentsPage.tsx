import { Button, Group } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Department } from '../../../shared/contract/departments.ts'
import { labelOf } from '../../../shared/labels.ts'
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
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { departmentQuery, departmentsQuery, useDepartmentChanges } from './api.ts'
import { DepartmentModal } from './DepartmentModal.tsx'

export { needs } from './api.ts'

const COLUMNS: readonly Column<Department>[] = [
  { header: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { header: 'Type', cell: ({ type }) => labelOf(type) },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]

export function DepartmentsPage() {
  const writes = can(useRoles(), 'departments:write')
  const { modal, id, open, close } = useModalUrl()

  const list = useQuery(departmentsQuery)
  const editing = writes && modal === 'edit' && id !== undefined ? id : undefined
  const record = useQuery(departmentQuery(editing))
  const { remove } = useDepartmentChanges()

  const { failure, ask, dismiss } = useRemoval<Department>({
    title: 'Delete department',
    question: 'Are you sure you want to delete this department?',
    done: 'Department deleted successfully!',
    nameOf: ({ name }) => name,
    remove,
  })

  const actions: Column<Department> = {
    header: 'Actions',
    end: true,
    cell: (department) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <IconAction label={`Edit ${department.name}`} icon={IconPencil} onClick={() => open('edit', department.id)} />
        <IconAction label={`Delete ${department.name}`} icon={IconTrash} danger onClick={() => ask(department)} />
      </Group>
    ),
  }
  const table = {
    caption: 'Departments',
    columns: writes ? [...COLUMNS, actions] : COLUMNS,
    rowKey: (row: Department) => row.id,
  }
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('add')}>
      Add
    </Button>
  )

  return (
    <Page title="Departments" actions={writes && add}>
      <RemovalProblem text={failure} onDismiss={dismiss} />
      <ListState
        query={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Prompt title="No departments found" text={writes ? 'Start by adding your first department' : undefined} />
        }
      >
        {(rows) => <DataTable {...table} rows={rows} />}
      </ListState>
      {writes && modal === 'add' && <DepartmentModal department={undefined} onClose={close} />}
      {editing !== undefined && (
        <RecordModal title="Edit Department" query={record} onClose={close}>
          {(department) => <DepartmentModal key={department.id} department={department} onClose={close} />}
        </RecordModal>
      )}
    </Page>
  )
}
