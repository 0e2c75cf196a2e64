import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Batch, type BatchCounts, batches } from '../../../shared/contract/batches.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { call } from '../../core/call.ts'

const BATCHES = ['batches']

const BATCHES_PER_PAGE = 48

const pageOf = (q: string, page: number) => ({ page, per_page: BATCHES_PER_PAGE, q })

export const batchesQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: [...BATCHES, 'list', q, page],
    queryFn: ({ signal }) => call(batches.list, { query: pageOf(q, page), signal }),
  })

const byBatch = ({ data }: { data: BatchCounts[] }) => new Map(data.map((counts) => [counts.batch_id, counts]))

/** The figures of the same page of batches, in one call beside the list's own. */
export const countsQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: [...BATCHES, 'counts', q, page],
    queryFn: ({ signal }) => call(batches.counts, { query: pageOf(q, page), signal }),
    select: byBatch,
  })

export const batchQuery = (id: number) =>
  queryOptions({
    queryKey: [...BATCHES, 'one', id],
    queryFn: async ({ signal }) => (await call(batches.read, { params: { id }, signal })).data,
    staleTime: 0,
  })

export const promotionQuery = (id: number) =>
  queryOptions({
    queryKey: [...BATCHES, 'promotion', id],
    queryFn: async ({ signal }) => (await call(batches.promotion, { params: { id }, signal })).data,
    staleTime: 0,
    // What is being looked at does not change by itself.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** What changes a batch; every list, picker and figure that shows one is read again. */
export function useBatchChanges() {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(
      [BATCHES, ['students'], ['groups'], ['dashboard']].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  return {
    create: async (body: BodyInput<typeof batches.create>, key: string) => {
      await call(batches.create, { body, key })
      void refresh()
    },
    update: async (id: number, body: BodyInput<typeof batches.update>) => {
      await call(batches.update, { params: { id }, body })
      void refresh()
    },
    promote: async (id: number, body: BodyInput<typeof batches.promote>) => {
      await call(batches.promote, { params: { id }, body })
      void refresh()
    },
    remove: async ({ id }: Batch) => {
      await call(batches.remove, { params: { id } })
      await refresh()
    },
  }
}
