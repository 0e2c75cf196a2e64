import type { ReactNode } from 'react'
import { AddButton } from '../ui/AddButton.tsx'
import { NothingFound } from '../ui/NothingFound.tsx'
import { Prompt } from '../ui/Prompt.tsx'
import type { ListPage, Paged } from './list-page.ts'

interface Options<Found> {
  list: ListPage<Found> & { dialog: { open: (modal: string) => void } }
  filters: { choose: (changes: Record<string, string | undefined>) => void; isFixed: boolean }
  /** The search and the filters, by their names in the address. */
  filter: { readonly q: string; readonly [name: string]: unknown }
  /** The name of all the records: "surveys". */
  of: string
  /** The title of an empty list. */
  none: string
  /** The text of an empty list that nothing filters, for a person who adds. */
  first: string
  adds: boolean
}

interface SearchedList {
  /** The value of the search field. */
  search: { value: string; onChange: (typed: string) => void }
  /** Clears the search and all filters. */
  clear: { disabled: boolean; onClear: () => void }
  /** Stands in place of the list: the way to all records, or to the first one. */
  empty: ReactNode
  /** The button that adds a record, unless the empty list has it. */
  add: ReactNode
}

/** Gives a searched list its search, its way back to all records, and one button that adds a record. */
export function searchedList<Found extends Paged>(options: Options<Found>): SearchedList {
  const { list, filters, filter, of, none, first, adds } = options
  // Staff of one department can't take back their own.
  const names = Object.keys(filter).filter((name) => name !== 'department_id' || !filters.isFixed)
  const isFiltered = names.some((name) => Boolean(filter[name]))
  const onClear = () => filters.choose(Object.fromEntries(names.map((name) => [name, undefined])))
  const add = adds && <AddButton onClick={() => list.dialog.open('add')} />
  return {
    search: { value: filter.q, onChange: (typed) => filters.choose({ q: typed }) },
    clear: { disabled: !isFiltered, onClear },
    empty: isFiltered ? (
      <NothingFound title={`${none} matching your search`} of={of} onShowAll={onClear} />
    ) : (
      <Prompt title={none} text={adds ? first : undefined} action={add} />
    ),
    add: (isFiltered || list.query.data?.meta.total !== 0) && add,
  }
}
