import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { useFilters } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { searchedList } from '../../layout/searched-list.tsx'
import { AnyDepartmentPicker } from '../../parts/AnyDepartmentPicker.tsx'
import { departmentChoicesQuery } from '../../parts/api.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { addressOf, entriesQuery, entryQuery, entryTypesQuery, useDeleteEntry } from './api.ts'
import { dialogs } from './dialogs.ts'
import { LibraryCards, LoadingLibraryCards } from './LibraryCards.tsx'
import { LibraryPanel } from './LibraryPanel.tsx'
import { ENTRY } from './rules.ts'

export { needs } from './api.ts'

// Most people only read, so this is loaded later.
const LibraryForm = later(dialogs.add)
const PreviewModal = later(dialogs.preview)

export function LibraryPage() {
  const roles = useRoles()
  const creates = can(roles, 'library:create')
  const writes = can(roles, 'library:write')
  const filters = useFilters()
  const own = useOwnDepartment()

  const departments = useQuery(departmentChoicesQuery)
  const batches = useQuery(batchChoicesQuery)
  const filter = addressOf(filters)
  const types = useQuery(entryTypesQuery(filter))
  const type = types.data?.find((known) => isSameType(known.type, filter.type))?.type ?? filter.type
  const department = departments.data?.find(({ id }) => id === filter.department_id)
  const batch = batches.data?.find(({ id }) => id === filter.batch_id)

  const list = useListPage({
    kind: ENTRY,
    filters,
    query: entriesQuery(filter, filters.page),
    nameOf: ({ title }) => title,
    remove: useDeleteEntry(),
  })
  const { modal, id, close } = list.dialog

  PreviewModal.useWhenIdle()
  LibraryForm.useWhenIdle(creates)

  const { search, clear, empty, add } = searchedList({
    list,
    filters,
    filter,
    of: 'entries',
    none: 'No library entries found',
    first: 'Start by adding the first file',
    adds: creates,
  })

  return (
    <Page title="Library" actions={add}>
      <SearchField label="Search library" placeholder="Title, detail, description or file name" {...search} />
      <FilterPanel
        chosen={[
          { label: 'Department', value: department?.name },
          { label: 'Batch', value: batch?.name },
          { label: 'Type', value: type },
        ]}
        clear={clear}
      >
        <AnyDepartmentPicker
          blank="All departments"
          present={department}
          value={String(filter.department_id ?? '')}
          onChange={(event) => filters.choose({ department_id: event.currentTarget.value })}
        />
        <BatchPicker
          blank="All batches"
          value={String(filter.batch_id ?? '')}
          onChange={(chosen) => filters.choose({ batch_id: chosen })}
        />
        <SelectField
          label="Type"
          blank="All types"
          options={typeOptions(types.data ?? [], type)}
          source={types}
          value={type}
          onChange={(event) => filters.choose({ type: event.currentTarget.value })}
        />
      </FilterPanel>
      <PagedList list={list} skeleton={<LoadingLibraryCards />} empty={empty}>
        {({ data, meta }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 entry' : `${meta.total} entries`}
            </Text>
            <LibraryCards entries={data} writes={writes} onAction={list.act} />
          </>
        )}
      </PagedList>
      <RecordDialog
        kind={ENTRY}
        dialog={list.dialog}
        query={entryQuery}
        adds={creates && !own.loading}
        edits={writes}
        form={(opening) => <LibraryForm {...opening} departmentId={own.locked?.id} />}
        view={(entry) => <LibraryPanel entry={entry} />}
      />
      {modal === 'preview' && id !== undefined && <PreviewModal key={id} id={id} onClose={close} />}
    </Page>
  )
}

/** Compares words as the server does: case is ignored, accents count. */
const isSameType = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0

/** Returns the words with the number of their entries. The address's word is offered even if it has none. */
function typeOptions(types: readonly { type: string; count: number }[], chosen: string) {
  const options = types.map(({ type, count }) => ({ value: type, label: `${type} (${count})` }))
  const isKnown = chosen === '' || types.some(({ type }) => type === chosen)
  return isKnown ? options : [...options, { value: chosen, label: chosen }]
}
