import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Group } from '../../../shared/contract/groups.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useRemoval } from '../../core/removal.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../parts/api.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { FirstBatch } from '../../parts/FirstBatch.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RemovalProblem } from '../../ui/RemovalProblem.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { exportGroups, groupsQuery, useGroupChanges } from './api.ts'
import { type GroupAction, GroupCards, LoadingGroupCards } from './GroupCards.tsx'
import { NewGroupForm } from './GroupForm.tsx'
import { GroupModal } from './GroupModal.tsx'
import { GroupStudentsModal } from './GroupStudentsModal.tsx'

export { needs } from './api.ts'

export function GroupsPage() {
  const roles = useRoles()
  const writes = can(roles, 'groups:write')
  const filters = useFilters()
  const { modal, id, open, close } = useModalUrl()
  const own = useOwnDepartment()
  const [filtersOpened, setFiltersOpened] = useState(true)

  const batches = useQuery(batchChoicesQuery)
  const departments = useQuery(academicDepartmentsQuery)
  const asked = filters.id('batch')
  const batch = batches.data?.find((one) => one.id === asked)
  // A shared address may name a batch that is not among those that can be chosen.
  const batchId = batches.data && !batch ? undefined : asked
  const departmentId = own.locked?.id ?? (own.loading ? undefined : filters.id('department_id'))
  const department = own.locked ?? departments.data?.find((one) => one.id === departmentId)
  const q = filters.text('q')
  const filter = { batch_id: batchId, department_id: departmentId, q }

  const list = useQuery({
    ...groupsQuery(filter, filters.id('page') ?? 1),
    enabled: !own.loading,
  })
  const { remove } = useGroupChanges()
  const { failure, ask, dismiss } = useRemoval<Group>({
    title: 'Delete group',
    question: 'Are you sure you want to delete this group?',
    done: 'Group deleted successfully!',
    nameOf: ({ name }) => name,
    remove,
  })

  const act = (does: GroupAction, group: Group) => (does === 'delete' ? ask(group) : open(does, group.id))
  const clear = () => filters.set({ batch: undefined, department_id: undefined, q: undefined, page: undefined })

  return (
    <Page
      title="Groups"
      actions={
        <>
          {writes && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('add')}>
              Add
            </Button>
          )}
          {can(roles, 'groups:export') && batchId !== undefined && (
            <ExportMenu name="groups" read={(format) => exportGroups(filter, format)} />
          )}
        </>
      }
    >
      <FilterPanel
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        chosen={[
          { label: 'Batch', value: batch?.name },
          { label: 'Department', value: department?.name },
          { label: 'Search', value: q },
        ]}
      >
        <BatchPicker
          blank="All batches"
          value={String(batchId ?? '')}
          onChange={(value) => filters.set({ batch: value, page: undefined })}
        />
        <DepartmentPicker
          blank="All departments"
          value={departmentId}
          onChange={(value) => filters.set({ department_id: value, page: undefined })}
        />
        <SearchField
          label="Search groups"
          placeholder="Name, batch, department or description"
          value={q}
          onChange={(value) => filters.set({ q: value, page: undefined })}
          disabled={batchId === undefined || list.isPending}
        />
      </FilterPanel>
      <RemovalProblem text={failure} onDismiss={dismiss} />
      {batchId === undefined ? (
        <Prompt
          title="Select a Batch"
          text="Please select a batch from the filter above to view groups"
          action={batches.data?.length === 0 && <FirstBatch />}
        />
      ) : (
        <ListState
          query={list}
          skeleton={<LoadingGroupCards />}
          isEmpty={({ meta }) => meta.total === 0}
          empty={
            <Prompt
              title={q === '' ? 'No groups found with selected filters' : 'No groups found matching your search'}
              action={
                <Button variant="default" onClick={clear}>
                  Clear Filters
                </Button>
              }
            />
          }
        >
          {({ data, meta }) => (
            <>
              <GroupCards groups={data} roles={roles} onAction={act} />
              <PagesRow meta={meta} onPage={(next) => filters.set({ page: next === 1 ? undefined : next })} />
            </>
          )}
        </ListState>
      )}
      {writes && modal === 'add' && !own.loading && (
        <NewGroupForm batchId={batchId} departmentId={departmentId} onClose={close} />
      )}
      {id !== undefined && (modal === 'view' || (modal === 'edit' && writes)) && (
        <GroupModal key={`${modal} ${id}`} mode={modal} id={id} onClose={close} />
      )}
      {id !== undefined && modal === 'students' && can(roles, 'groups:read-students') && (
        <GroupStudentsModal key={id} id={id} onClose={close} />
      )}
    </Page>
  )
}
