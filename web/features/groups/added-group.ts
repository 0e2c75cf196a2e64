import { useEffect, useState } from 'react'
import type { Group } from '../../../shared/contract/groups.ts'
import { type addressOf, filtersFor } from './rules.ts'

interface Listed {
  filter: ReturnType<typeof addressOf>
  choose: (filters: NonNullable<ReturnType<typeof filtersFor>>) => void
  /** The dialog over the list. */
  modal: string | undefined
}

/** Moves the list to a group that has just been added, where its filters would hide it. */
export function useAddedGroup({ filter, choose, modal }: Listed): (group: Group) => void {
  const [added, setAdded] = useState<Group>()
  // The dialog closes by a step back, behind which the address of the list is known.
  useEffect(() => {
    if (added === undefined || modal !== undefined) return
    setAdded(undefined)
    const filters = filtersFor(added, filter)
    if (filters) choose(filters)
  })
  return setAdded
}
