import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../ui/later.tsx'
import { PagesRow } from '../ui/PagesRow.tsx'
import { RemovalProblem } from '../ui/RemovalProblem.tsx'
import { ListState } from './ListState.tsx'
import type { ListPage, Paged } from './list-page.ts'
import classes from './PagedList.module.css'

interface Props<Found> {
  list: ListPage<Found>
  /** Shown until the first answer. */
  skeleton: ReactNode
  empty: ReactNode
  /** Names the list, if the screen has several. */
  of?: string
  children: (found: Found) => ReactNode
}

/** Draws the list after the dialog that the address opens over it, once the browser is idle. */
function useBehind<T>(data: T | undefined, isOpen: boolean): T | undefined {
  const [waits, setWaits] = useState(isOpen)
  useEffect(() => {
    if (waits) whenIdle(() => startTransition(() => setWaits(false)))
  }, [waits])
  return waits ? undefined : data
}

/** Shows the list of `useListPage`: its four states, a refused deletion, and its pages. */
export function PagedList<Found extends Paged>({ list, skeleton, empty, of, children }: Props<Found>) {
  const start = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch, isPlaceholderData } = list.query
  const shown = {
    data: useBehind(data, list.dialog.modal !== undefined),
    error,
    isFetching,
    refetch,
    isPlaceholderData,
  }

  function turnTo(page: number): void {
    list.turnTo(page)
    // With several lists, the one whose page was turned scrolls to its start.
    if (of) start.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <>
      <div ref={start} className={classes.start} />
      <RemovalProblem text={list.failure} onDismiss={list.dismiss} />
      <ListState query={shown} skeleton={skeleton} isEmpty={({ meta }) => meta.total === 0} empty={empty}>
        {(found) => (
          <>
            {children(found)}
            <PagesRow meta={found.meta} onPage={turnTo} of={of} />
          </>
        )}
      </ListState>
    </>
  )
}
