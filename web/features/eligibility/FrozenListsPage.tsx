import type { FrozenList } from '../../../shared/contract/eligibility-lists.ts'
import { ELIGIBILITY_VERDICTS, ELIGIBILITY_WORDS } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { formatInstant } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { DocumentState } from '../../parts/DocumentState.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { frozenListsQuery } from './lists.api.ts'
import { FROZEN_LIST, listAddress, listPlace, listsAddressOf } from './lists.rules.ts'

export { listsNeeds as needs } from './lists.api.ts'

const COLUMNS: readonly Column<FrozenList>[] = [
  {
    header: 'List',
    cell: (list) => (
      <div>
        <RowLink to={listAddress(list.id)}>{list.number}</RowLink>
        {list.title && (
          <RowText kind="detail" own>
            {list.title}
          </RowText>
        )}
        <RowText kind="detail" own>
          {listPlace(list)}
        </RowText>
      </div>
    ),
  },
  {
    header: 'Frozen',
    cell: ({ frozen_at, frozen_by }) => (
      <div>
        {formatInstant(frozen_at)}
        <RowText kind="detail" own>
          {frozen_by.name}
        </RowText>
      </div>
    ),
  },
  ...ELIGIBILITY_VERDICTS.map(
    (verdict): Column<FrozenList> => ({
      header: ELIGIBILITY_WORDS[verdict],
      end: true,
      cell: ({ counts }) => counts[verdict],
    }),
  ),
  { header: 'State', cell: (list) => <DocumentState document={list} /> },
]

/** Lists the frozen lists of all batches, the newest first. */
export function FrozenListsPage() {
  const { filters, own } = useDepartmentFilters()
  const filter = listsAddressOf(filters)
  const list = useListPage({
    kind: FROZEN_LIST,
    filters,
    query: { ...frozenListsQuery(filter, filters.page), enabled: !own.loading },
    nameOf: ({ number }) => number,
  })
  // With the eyes of a department nobody freezes a list: it would leave the others out.
  const freezes = can(useRoles(), 'eligibility:freeze') && !own.loading && !own.locked
  const table = { caption: 'Frozen lists', columns: COLUMNS, rowKey: ({ id }: FrozenList) => id }
  return (
    <Page title="Frozen Lists" actions={freezes && <ScreenButton to="/eligibility">Freeze another one</ScreenButton>}>
      <Text size="sm" c="dimmed">
        Each list says who was eligible on a day, by the figures and rules of that moment. It never changes.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <BatchPicker
          blank="All batches"
          value={String(filter.batch_id ?? '')}
          onChange={(id) => filters.choose({ batch_id: id })}
        />
        <DepartmentPicker
          blank="All departments"
          value={filters.departmentId}
          onChange={(id) => filters.choose({ department_id: id })}
        />
      </SimpleGrid>
      <PagedList
        list={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        empty={
          <Prompt
            title="No frozen lists yet"
            text="A list is frozen from the eligibility of a batch, by an administrator or the principal."
          />
        }
      >
        {({ data }) => <DataTable {...table} rows={data} />}
      </PagedList>
    </Page>
  )
}
