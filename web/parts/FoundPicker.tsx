import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../core/api-error.ts'
import { Kit } from '../ui/Kit.tsx'

/** A record that can be chosen, as the box shows it. */
export interface PickerRecord {
  id: number
  label: string
}

interface Page<Row> {
  data: readonly Row[]
  meta: { total: number }
}

interface Props<Row, Fetched, Key extends QueryKey>
  extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'filter' | 'searchable'> {
  label: string
  /** The noun of the records: "person". */
  noun: string
  /** Reads a page of the records that contain the text. */
  search: (q: string) => UseQueryOptions<Fetched, Error, Page<Row>, Key>
  labelText: (row: Row) => string
  /** The fewest letters that find few enough. */
  from: number
  value: number | undefined
  /** A record that is found but can't be chosen here. */
  except?: number
  /** The chosen record, if the screen knows it already. */
  known: PickerRecord | undefined
  onChange: (found: PickerRecord | undefined) => void
}

const PAUSE_MS = 250

/** Searches once enough letters are typed. */
function useFound<Row, Fetched, Key extends QueryKey>(props: Props<Row, Fetched, Key>, q: string) {
  const { noun, search, from } = props
  const searching = q.length >= from
  const { data, error, isFetching } = useQuery({ ...search(q), enabled: searching })
  const page = searching ? data : undefined
  const nothing = isFetching ? 'Searching...' : `No ${noun} found`
  return {
    rows: page?.data ?? [],
    left: page ? page.meta.total - page.data.length : 0,
    nothing: searching ? nothing : 'Type two letters or more',
    problem: error ? messageOf(error) : undefined,
  }
}

/** Chooses a record out of many, searched on the server. */
export function FoundPicker<Row extends { id: number }, Fetched, Key extends QueryKey>(
  props: Props<Row, Fetched, Key>,
) {
  const { noun, search, labelText, from, value, except, known, onChange, error, ...rest } = props
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<PickerRecord>()
  const [paused] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const fallback = value === undefined ? undefined : { id: value, label: `${props.label} ${value}` }
  const chosen = picked?.id === value ? picked : (known ?? fallback)
  // The box holds the chosen record's label, which is no search.
  const q = paused === chosen?.label ? '' : paused
  const { rows, left, nothing, problem } = useFound(props, q)
  const found = rows.filter(({ id }) => id !== except).map((row) => ({ id: row.id, label: labelText(row) }))
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [...found, chosen] : found
  return (
    <Kit>
      <Select
        {...rest}
        data={[
          ...offered.map(({ id, label }) => ({ value: String(id), label })),
          ...(left > 0 ? [{ value: 'more', label: `${left} more: type to find them`, disabled: true }] : []),
        ]}
        // The server has searched.
        filter={({ options }) => options}
        value={value === undefined ? null : String(value)}
        onChange={(id) => {
          const now = offered.find((one) => String(one.id) === id)
          setPicked(now)
          onChange(now)
        }}
        searchable
        // The open list would cover the error of a field that the focus is brought to.
        openOnFocus={false}
        onSearchChange={setTyped}
        clearable
        clearButtonProps={{ 'aria-label': `Clear the ${noun}` }}
        // In the dialog's own part of the page, and the list itself scrolls: a screen reader knows it as the box's.
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        styles={{ options: { maxHeight: '14rem', overflowY: 'auto' } }}
        nothingFoundMessage={nothing}
        error={error ?? problem}
      />
    </Kit>
  )
}
