import { useCallbackRef } from '@mantine/hooks'
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { messageOf } from '../core/api-error.ts'
import { confirm, type Question } from '../core/confirm.ts'
import { toast } from '../core/toasts.ts'
import { useModalUrl } from '../core/url-state.ts'
import { doneText, type RecordKind } from '../ui/record-kind.ts'

/** A page of a list, as the contract answers it. */
export interface Paged {
  data: readonly { id: number }[]
  meta: { page: number; per_page: number; total: number }
}

/** A change of a row without a form, such as another state. */
interface RowChange<Row> {
  /** Asked before the change. */
  question?: Omit<Question, 'subject'>
  /** Changes the row. It sends the row's version along when the change depends on what the person has read. */
  run: (row: Row) => Promise<unknown>
  /** The toast after the change. */
  done: string
}

interface Options<Found extends Paged, Fetched, Key extends QueryKey> {
  kind: RecordKind
  filters: { turnTo: (page: number) => void }
  query: UseQueryOptions<Fetched, Error, Found, Key>
  /** Returns the record's name, shown beside the question and the reason of a refusal. */
  nameOf: (row: Found['data'][number]) => string
  /** Deletes a record; without it no row can be deleted. */
  remove?: (input: { params: { id: number } }) => Promise<unknown>
}

export interface ListPage<Found> {
  query: UseQueryResult<Found>
  dialog: { modal: string | undefined }
  turnTo: (page: number) => void
  /** The reason of a refused deletion, until it is dismissed or the list changes. */
  failure: string | undefined
  dismiss: () => void
}

/** A list with the actions of its rows. */
export interface RowsPage<Found extends Paged> extends ListPage<Found> {
  act: (action: string, row: Found['data'][number]) => void
}

/** Returns a button's action without its row's name: "Delete" of "Delete Surgery". */
const actionOf = (button: Element) => (button.getAttribute('aria-label') ?? button.textContent).trim().split(' ')[0]

/**
 * Returns a function that places the focus after a pressed button has gone with its row: on the same button of the row
 * beside it, or on the heading, but never on another action. A refusal is told above the list, which stays in sight.
 */
function focusBeside(pressed: Element | null): (isRefused: boolean) => void {
  const row = pressed?.closest('tr, li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  return (isRefused) => {
    if (document.activeElement !== document.body) return
    const buttons = beside?.isConnected ? [...beside.querySelectorAll('button:enabled')] : []
    const same = buttons.find((button) => pressed && actionOf(button) === actionOf(pressed))
    const heading = document.querySelector<HTMLElement>('h1[tabindex]')
    const heir = [pressed, same, heading].find((one) => one instanceof HTMLElement && one.isConnected)
    if (heir instanceof HTMLElement) heir.focus({ preventScroll: isRefused || heir === heading })
  }
}

/** Keeps a list screen's page and dialog in the address, and deletes a row after a question. */
export function useListPage<Found extends Paged, Fetched, Key extends QueryKey>(options: Options<Found, Fetched, Key>) {
  const { kind, filters, nameOf, remove } = options
  type Row = Found['data'][number]
  const dialog = useModalUrl()
  const query = useQuery(options.query)
  const [failure, setFailure] = useState<string>()
  const [changing, setChanging] = useState<number>()
  const { search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the list that the failure belongs to
  useEffect(() => setFailure(undefined), [search])

  const [goOn, setGoOn] = useState<() => void>()
  // Runs once the row has gone from the page.
  useEffect(() => goOn?.(), [goOn])

  async function change(row: Row, { question, run, done }: RowChange<Row>): Promise<void> {
    const subject = nameOf(row)
    const giveFocus = focusBeside(document.activeElement)
    if (question && !(await confirm({ ...question, subject }))) return
    setFailure(undefined)
    setChanging(row.id)
    let isRefused = false
    try {
      await run(row)
      toast.success(done)
    } catch (error) {
      isRefused = true
      setFailure(`${subject}: ${messageOf(error)}`)
    } finally {
      setChanging(undefined)
      setGoOn(() => () => giveFocus(isRefused))
    }
  }

  const deletion: RowChange<Row> = {
    question: {
      title: `Delete ${kind.noun}`,
      message: `Are you sure you want to delete this ${kind.noun}?`,
      confirmLabel: 'Delete',
      danger: true,
    },
    run: async ({ id }) => remove?.({ params: { id } }),
    done: doneText(kind, 'deleted'),
  }

  return {
    query,
    dialog,
    /** Deletes a row, or opens the dialog of that name over it. The function stays the same at every drawing. */
    act: useCallbackRef((action: string, row: Row) =>
      action === 'delete' ? void change(row, deletion) : dialog.open(action, row.id),
    ),
    /** Changes a row at a click. */
    change,
    /** The id of the row that is being changed. */
    changing,
    turnTo: filters.turnTo,
    failure,
    dismiss: () => setFailure(undefined),
  }
}
