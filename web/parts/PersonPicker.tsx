import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../core/api-error.ts'
import { peopleChoicesQuery } from './people.ts'

interface Person {
  id: number
  name: string
  email?: string
}

interface Props {
  value: number | undefined
  /** The chosen one's name, where the screen knows it already. */
  known: Person | undefined
  onChange: (id: number | undefined) => void
}

/** A letter finds half the college. */
const SEARCH_FROM = 2
const PAUSE_MS = 250

const labelText = ({ name, email }: Person) => (email ? `${name} · ${email}` : name)

/** Anybody with an account, searched by name or email. */
export function PersonPicker({ value, known, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Person>()
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const fallback = value === undefined ? undefined : { id: value, name: `Person ${value}` }
  const chosen = picked?.id === value ? picked : (known ?? fallback)
  // Once somebody is chosen, the box holds the label.
  const searching = q.length >= SEARCH_FROM && !(chosen && q === labelText(chosen))
  const people = useQuery({ ...peopleChoicesQuery(q), enabled: searching })
  const found: readonly Person[] = searching ? (people.data?.data ?? []) : []
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [...found, chosen] : found
  return (
    <Select
      label="Person"
      placeholder="Search by name or email"
      data={offered.map((person) => ({ value: String(person.id), label: labelText(person) }))}
      // The server has searched.
      filter={({ options }) => options}
      value={value === undefined ? null : String(value)}
      onChange={(id) => {
        setPicked(offered.find((person) => String(person.id) === id))
        onChange(Number(id) || undefined)
      }}
      searchable
      onSearchChange={setTyped}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the person' }}
      nothingFoundMessage={searching && !people.isFetching ? 'No person found' : 'Type two letters or more'}
      error={people.error ? messageOf(people.error) : undefined}
    />
  )
}
