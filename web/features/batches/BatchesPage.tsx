import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Batch } from '../../../shared/contract/batches.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useRemoval } from '../../core/removal.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RemovalProblem } from '../../ui/RemovalProblem.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { batchesQuery, countsQuery, useBatchChanges } from './api.ts'
import { type BatchAction, BatchCards, BatchCardsLoading } from './BatchCards.tsx'
import { BatchModal, EditBatchModal, ViewBatchModal } from './BatchModal.tsx'
import { PromoteModal } from './PromoteModal.tsx'

export { needs } from './api.ts'

export function BatchesPage() {
  const writes = can(useRoles(), 'batches:write')
  const filters = useFilters()
  const { modal, id, open, close } = useModalUrl()

  const q = filters.text('q')
  const page = filters.id('page') ?? 1
  const list = useQuery(batchesQuery(q, page))
  const counts = useQuery(countsQuery(q, page))

  const { remove } = useBatchChanges()
  const { failure, ask, dismiss } = useRemoval<Batch>({
    title: 'Delete batch',
    question: 'Are you sure you want to delete this batch?',
    done: 'Batch deleted successfully!',
    nameOf: ({ name }) => name,
    remove,
  })
  const act = (action: BatchAction, batch: Batch) => (action === 'delete' ? void ask(batch) : open(action, batch.id))

  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('add')}>
      Add
    </Button>
  )
  const empty = q ? (
    <Prompt
      title="No batches found matching your search"
      action={
        <Button variant="default" onClick={() => filters.set({ q: undefined, page: undefined })}>
          Show all batches
        </Button>
      }
    />
  ) : (
    <Prompt
      title="No batches found"
      text={writes ? 'Start by adding your first batch' : undefined}
      action={writes && add}
    />
  )
  const isEmpty = !q && list.data?.meta.total === 0

  return (
    <Page title="Batches" actions={writes && !isEmpty && add}>
      <SearchField
        label="Search batches"
        placeholder="Name, current year or description"
        value={q}
        onChange={(typed) => filters.set({ q: typed, page: undefined })}
      />
      <RemovalProblem text={failure} onDismiss={dismiss} />
      <ListState query={list} skeleton={<BatchCardsLoading />} isEmpty={({ meta }) => meta.total === 0} empty={empty}>
        {({ data, meta }) => (
          <>
            <BatchCards
              batches={data}
              counts={counts.data}
              counting={counts.isFetching || list.isPlaceholderData}
              writes={writes}
              onAction={act}
            />
            <PagesRow meta={meta} onPage={(next) => filters.set({ page: next === 1 ? undefined : next })} />
          </>
        )}
      </ListState>
      {modal === 'view' && id !== undefined && <ViewBatchModal key={id} id={id} onClose={close} />}
      {writes && modal === 'add' && <BatchModal batch={undefined} onClose={close} />}
      {writes && modal === 'edit' && id !== undefined && <EditBatchModal key={id} id={id} onClose={close} />}
      {writes && modal === 'promote' && id !== undefined && <PromoteModal key={id} id={id} onClose={close} />}
    </Page>
  )
}
