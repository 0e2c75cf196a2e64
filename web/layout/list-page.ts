import { useCallbackRef } from '@mantine/hooks'
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { messageOf } from '../core/api-error.ts'
import { confirm, type Question } from '../core/confirm.ts'
import { toast } from '../core/toasts.ts'
import { useModalUrl } from '../core/url-state.ts'
import { doneText, type RecordKind } from '../ui/record-kind.ts'

/** One page of a list, as the contract answers it. */
export interface Paged {
  data: readonly { id: number }[]
  meta: { page: number; per_page: number; total: number }
}

/** A change of a row that needs no form, such as another state. */
interface RowChange {
  /** The question before the change. */
  question?: Omit<Question, 'subject'>
  run: (input: { params: { id: number } }) => Promise<unknown>
  /** What is said when it is done. */
  done: string
}

interface Options<Found extends Paged, Fetched, Key extends QueryKey> {
  kind: RecordKind
  filters: { turnTo: (page: number) => void }
  query: UseQueryOptions<Fetched, Error, Found, Key>
  /** The record's own name, beside the question and beside the reason why it stays. */
  nameOf: (row: Found['data'][number]) => string
  /** Deletes it on the server. */
  remove: RowChange['run']
}

export interface ListPage<Found> {
  query: UseQueryResult<Found>
  turnTo: (page: number) => void
  /** What was not deleted and why, until it is dismissed or the list is another. */
  failure: string | undefined
  dismiss: () => void
}

/** What every list's screen does: its page and its dialog are in the address, and a row is deleted after a question. */
export function useListPage<Found extends Paged, Fetched, Key extends QueryKey>(options: Options<Found, Fetched, Key>) {
  const { kind, filters, nameOf, remove } = options
  type Row = Found['data'][number]
  const dialog = useModalUrl()
  const query = useQuery(options.query)
  const [failure, setFailure] = useState<string>()
  const { search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the list that the failure belongs to
  useEffect(() => setFailure(undefined), [search])

  async function change(row: Row, { question, run, done }: RowChange): Promise<void> {
    const subject = nameOf(row)
    if (question && !(await confirm({ ...question, subject }))) return
    setFailure(undefined)
    try {
      await run({ params: { id: row.id } })
      toast.success(done)
    } catch (error) {
      setFailure(`${subject}: ${messageOf(error)}`)
    }
  }

  const deletion: RowChange = {
    question: {
      title: `Delete ${kind.noun}`,
      message: `Are you sure you want to delete this ${kind.noun}?`,
      confirmLabel: 'Delete',
      danger: true,
    },
    run: remove,
    done: doneText(kind, 'deleted'),
  }

  return {
    query,
    dialog,
    /** Deletes a row, or opens the dialog of that name over it; the same function at every drawing. */
    act: useCallbackRef((action: string, row: Row) =>
      action === 'delete' ? void change(row, deletion) : dialog.open(action, row.id),
    ),
    /** Changes a row at a click. */
    change,
    turnTo: filters.turnTo,
    failure,
    dismiss: () => setFailure(undefined),
  }
}
