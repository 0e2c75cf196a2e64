import { IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { ChosenList } from '../../layout/ChosenList.tsx'
import { ClearFilters } from '../../layout/FilterPanel.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { ExportPanel, SHEETS } from '../../parts/ExportPanel.tsx'
import { FirstBatch } from '../../parts/FirstBatch.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useAddedGroup } from './added-group.ts'
import { exportGroups, groupQuery, groupsQuery, useGroupChanges } from './api.ts'
import { GroupCards, LoadingGroupCards } from './GroupCards.tsx'
import { GroupPanel } from './GroupPanel.tsx'
import { addressOf, GROUP } from './rules.ts'

export { needs } from './api.ts'

const GroupStudentsModal = later(async () => (await import('./GroupStudentsModal.tsx')).GroupStudentsModal)
const GroupForm = later(async () => (await import('./GroupForm.tsx')).GroupForm)

const NO_BATCH = { title: 'Select a Batch', text: 'Please select a batch from the filter above to view groups' }

export function GroupsPage() {
  const roles = useRoles()
  const writes = can(roles, 'groups:write')
  GroupStudentsModal.useWhenIdle()
  GroupForm.useWhenIdle(writes)
  const { own, department, filters } = useDepartmentFilters()

  const batches = useQuery(batchChoicesQuery)
  const asked = addressOf(filters)
  const batch = batches.data?.find((one) => one.id === asked.batch_id)
  // A shared address may name a batch that can't be chosen.
  const batchId = batches.data && !batch ? undefined : asked.batch_id
  const { q } = asked
  const filter = { ...asked, batch_id: batchId }

  const list = useListPage({
    kind: GROUP,
    filters,
    query: { ...groupsQuery(filter, filters.page), enabled: !own.loading },
    nameOf: ({ name }) => name,
    remove: useGroupChanges().remove,
  })
  const { modal, id, open, close } = list.dialog
  const onAdded = useAddedGroup({ filter, choose: filters.choose, modal })

  const firstBatch = batches.data?.length === 0 ? <FirstBatch /> : undefined
  const clear = () => filters.choose({ batch: undefined, department_id: undefined, q: undefined })

  return (
    <Page
      title="Groups"
      actions={
        <>
          {writes && <AddButton onClick={() => open('add')} />}
          {writes && (
            <ScreenButton to="/groups/import" icon={IconTableImport}>
              Import
            </ScreenButton>
          )}
          {can(roles, 'groups:export') && batchId !== undefined && (
            <ExportPanel formats={SHEETS} fileName={() => 'groups'} read={exportGroups(filter)} />
          )}
        </>
      }
    >
      <ChosenList
        startsOpen
        chosen={[
          { label: 'Batch', value: batch?.name },
          { label: 'Department', value: department?.name },
          { label: 'Search', value: q },
        ]}
        fields={
          <>
            <BatchPicker
              blank="All batches"
              value={String(batchId ?? '')}
              onChange={(value) => filters.choose({ batch: value })}
            />
            <DepartmentPicker
              blank="All departments"
              value={filters.departmentId}
              onChange={(value) => filters.choose({ department_id: value })}
            />
            <SearchField
              label="Search groups"
              placeholder="Name, batch, department or description"
              value={q}
              onChange={(value) => filters.choose({ q: value })}
              disabled={batchId === undefined || list.query.isPending}
            />
          </>
        }
        missing={batchId === undefined ? { ...NO_BATCH, action: firstBatch } : undefined}
      >
        {() => (
          <PagedList
            list={list}
            skeleton={<LoadingGroupCards />}
            empty={
              <Prompt
                title={q === '' ? 'No groups found with selected filters' : 'No groups found matching your search'}
                action={<ClearFilters onClear={clear} />}
              />
            }
          >
            {({ data }) => <GroupCards groups={data} roles={roles} onAction={list.act} />}
          </PagedList>
        )}
      </ChosenList>
      <RecordDialog
        kind={GROUP}
        dialog={list.dialog}
        query={groupQuery}
        size="md"
        adds={writes && !own.loading}
        edits={writes}
        form={(opening) => <GroupForm {...opening} chosen={filter} onAdded={onAdded} />}
        view={(group) => <GroupPanel group={group} />}
      />
      {id !== undefined && modal === 'students' && can(roles, 'groups:read-students') && (
        <GroupStudentsModal key={id} id={id} onClose={close} />
      )}
    </Page>
  )
}
