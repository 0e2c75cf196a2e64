import { useCallbackRef } from '@mantine/hooks'
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRemoval } from '../core/removal.ts'
import { useModalUrl } from '../core/url-state.ts'
import { doneText, type RecordKind } from '../ui/record-kind.ts'

/** One page of a list, as the contract answers it. */
export interface Paged<Row> {
  data: readonly Row[]
  meta: { page: number; per_page: number; total: number }
}

interface Options<Row, Found extends Paged<Row>, Fetched, Key extends QueryKey> {
  kind: RecordKind
  filters: { turnTo: (page: number) => void }
  query: UseQueryOptions<Fetched, Error, Found, Key>
  /** The record's own name, where its removal is asked for. */
  nameOf: (row: Row) => string
  remove: (sent: { params: { id: number } }) => Promise<unknown>
}

export interface ListPage<Found> {
  query: UseQueryResult<Found>
  turnTo: (page: number) => void
  removal: { failure: string | undefined; dismiss: () => void }
}

/** What every list's screen does: its page and its dialog are in the address, and a row is deleted after a question. */
export function useListPage<Row extends { id: number }, Found extends Paged<Row>, Fetched, Key extends QueryKey>(
  options: Options<Row, Found, Fetched, Key>,
) {
  const { kind, nameOf, remove } = options
  const dialog = useModalUrl()
  const query = useQuery(options.query)
  const { ask, ...removal } = useRemoval<Row>({
    title: `Delete ${kind.noun}`,
    question: `Are you sure you want to delete this ${kind.noun}?`,
    done: doneText(kind, 'deleted'),
    nameOf,
    remove,
  })
  return {
    query,
    dialog,
    removal,
    /** Opens the dialog of this name over a row, or deletes it; the same function at every drawing. */
    act: useCallbackRef((action: string, row: Row) =>
      action === 'delete' ? void ask(row) : dialog.open(action, row.id),
    ),
    turnTo: options.filters.turnTo,
  }
}
