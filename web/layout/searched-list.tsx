import type { ReactNode } from 'react'
import { AddButton } from '../ui/AddButton.tsx'
import { NothingFound } from '../ui/NothingFound.tsx'
import { Prompt } from '../ui/Prompt.tsx'
import type { ListPage, Paged } from './list-page.ts'

interface Options<Found> {
  list: ListPage<Found> & { dialog: { open: (modal: string) => void } }
  filters: { choose: (changes: Record<string, undefined>) => void }
  /** The search and filters of the address, which are cleared together. */
  names: readonly string[]
  isFiltered: boolean
  /** The name of all the records: "surveys". */
  of: string
  /** The title of an empty list. */
  none: string
  /** The text of an empty list that nothing filters. */
  first: string | undefined
  adds: boolean
}

interface SearchedList {
  clear: () => void
  /** Stands in place of the list: the way to all records, or to the first one. */
  empty: ReactNode
  /** The button that adds a record, unless the empty list has it. */
  add: ReactNode
}

/** Gives a searched list its way back to all records, and one button that adds a record. */
export function searchedList<Found extends Paged>(options: Options<Found>): SearchedList {
  const { list, filters, names, isFiltered, of, none, first, adds } = options
  const clear = () => filters.choose(Object.fromEntries(names.map((name) => [name, undefined])))
  const add = adds && <AddButton onClick={() => list.dialog.open('add')} />
  const empty = isFiltered ? (
    <NothingFound title={`${none} matching your search`} of={of} onShowAll={clear} />
  ) : (
    <Prompt title={none} text={first} action={add} />
  )
  return { clear, empty, add: (isFiltered || list.query.data?.meta.total !== 0) && add }
}
