import { type BatchCounts, batches, type Turn } from '../../../shared/contract/batches.ts'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { students } from '../../../shared/contract/students.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'

const BATCHES_PER_PAGE: PageSize = 48

const pageOf = (q: string, page: number) => ({ query: { page, per_page: BATCHES_PER_PAGE, q } })
const sameBut = ['q', 'page']

export const batchesQuery = (q: string, page: number) => queryOf(batches.list, pageOf(q, page), { sameBut })

const byBatch = ({ data }: { data: BatchCounts[] }) => new Map(data.map((counts) => [counts.batch_id, counts]))

/** The figures of the batches of a page, in one call beside the list's own. */
export const countsQuery = (q: string, page: number) =>
  queryOf(batches.counts, pageOf(q, page), { sameBut, select: byBatch })

export const batchQuery = (id: number) =>
  queryOf(batches.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

export const promotionQuery = (id: number) =>
  queryOf(
    batches.promotion,
    { params: { id } },
    {
      select: dataOf,
      staleTime: sinceOpened,
      // The promotion that a person is looking at does not change by itself.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  )

/** The students who can be held back, as `promotionQuery` counts them. */
export const moversQuery = (id: number) =>
  queryOf(
    batches.movers,
    { params: { id } },
    { select: dataOf, staleTime: sinceOpened, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )

const turnsByBatch = ({ data }: { data: Turn[] }) => new Map(data.map((turn) => [turn.batch_id, turn]))

/** The years' turns that can be undone. */
export const turnsQuery = queryOf(batches.turns, {}, { select: turnsByBatch })

/** Contracts of everything that shows a batch. */
const EFFECTS = { stale: [batches, students, groups, dashboard] }

export const useBatchChanges = () => ({
  ...useRecordChanges(batches, EFFECTS),
  promote: useChange(batches.promote, EFFECTS),
  undoTurn: useChange(batches.undoTurn, EFFECTS),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ q, page, dialog, can }) => {
  const opened = dialog('view', 'edit')
  const undone = can('batches:write') ? dialog('undo-turn') : undefined
  const promoted = can('batches:write') ? dialog('promote') : undefined
  return [
    batchesQuery(q, page),
    countsQuery(q, page),
    can('batches:write') && turnsQuery,
    opened !== undefined && batchQuery(opened),
    undone !== undefined && batchQuery(undone),
    promoted !== undefined && promotionQuery(promoted),
  ]
})
