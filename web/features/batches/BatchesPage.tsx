import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { searchedList } from '../../layout/searched-list.tsx'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { later } from '../../ui/later.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { batchesQuery, batchQuery, countsQuery, turnsQuery, useBatchChanges } from './api.ts'
import { BatchCards, BatchCardsLoading } from './BatchCards.tsx'
import { BatchPanel } from './BatchPanel.tsx'
import { PromoteModal } from './PromoteModal.tsx'
import { BATCH } from './rules.ts'
import { UndoTurnModal } from './UndoTurnModal.tsx'

export { needs } from './api.ts'

const BatchForm = later(async () => (await import('./BatchForm.tsx')).BatchForm)

export function BatchesPage() {
  const writes = can(useRoles(), 'batches:write')
  BatchForm.useWhenIdle(writes)
  const filters = useFilters()

  const { q } = filters
  const list = useListPage({
    kind: BATCH,
    filters,
    query: batchesQuery(q, filters.page),
    nameOf: ({ name }) => name,
    remove: useBatchChanges().remove,
  })
  const counts = useQuery(countsQuery(q, filters.page))
  const turns = useQuery({ ...turnsQuery, enabled: writes })
  const { modal, id, close } = list.dialog

  const { search, empty, add } = searchedList({
    list,
    filters,
    filter: { q },
    of: 'batches',
    none: 'No batches found',
    first: 'Start by adding your first batch',
    adds: writes,
  })

  return (
    <Page title="Batches" actions={add}>
      <SearchField label="Search batches" placeholder="Name, current year or description" {...search} />
      <PagedList list={list} skeleton={<BatchCardsLoading />} empty={empty}>
        {({ data }) => (
          <BatchCards
            batches={data}
            counts={counts.data}
            counting={counts.isFetching || list.query.isPlaceholderData}
            turns={turns.data}
            writes={writes}
            onAction={list.act}
          />
        )}
      </PagedList>
      <RecordDialog
        kind={BATCH}
        dialog={list.dialog}
        query={batchQuery}
        edits={writes}
        form={(opening) => <BatchForm {...opening} />}
        view={(batch) => <BatchPanel batch={batch} turn={turns.data?.get(batch.id)} />}
      />
      {writes && modal === 'promote' && id !== undefined && <PromoteModal key={id} id={id} onClose={close} />}
      {writes && modal === 'undo-turn' && id !== undefined && <UndoTurnModal key={id} id={id} onClose={close} />}
    </Page>
  )
}
