import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { can } from '../../shared/permissions.ts'
import { ApiError } from '../core/api-error.ts'
import { useRoles } from '../core/login.ts'
import { type Place, rememberedIn } from '../core/places.ts'
import { queryClient } from '../core/query-client.ts'
import type { Screen } from '../core/screens.ts'
import { academicDepartmentsQuery, batchChoicesQuery, ensureStart, ownStaffQuery } from '../core/start.ts'
import { activeGroupsQuery } from './api.ts'
import { lockedOf } from './own-department.ts'

type Names = NonNullable<NonNullable<Screen['remembers']>['names']>

/** Reads a query anew, or from what is known. */
const read = <T>(query: { queryKey: QueryKey }, isFresh: boolean): Promise<T> =>
  queryClient.fetchQuery({ ...query, ...(isFresh && { staleTime: 0 }) } as FetchQueryOptions<T>)

interface Listed {
  id: number
}
type Page<Row> = { data: readonly Row[]; meta: { total: number } }

/** Returns true when the choices, which are all there are, lack this one. */
const lacks = <Row extends Listed>(choices: readonly Row[], id: string, fits: (row: Row) => boolean = () => true) =>
  !choices.some((row) => String(row.id) === id && fits(row))
const wholeOf = <Row>({ data, meta }: Page<Row>) => (data.length === meta.total ? data : undefined)

/** Returns the parts of a place that can't be chosen now. A group is of its department and of its batch. */
async function missingOf({ department, batch, group }: Place, bound: number | undefined, isFresh: boolean) {
  if (department && !bound) {
    const known = wholeOf(await read<Page<Listed>>(academicDepartmentsQuery, isFresh))
    if (known && lacks(known, department)) return ['department', 'group'] as const
  }
  if (batch && lacks(await read<Listed[]>(batchChoicesQuery, isFresh), batch)) return ['batch', 'group'] as const
  const of = bound ?? department
  if (!group || !of) return []
  const known = wholeOf(await read<Page<Listed & { batch_id: number }>>(activeGroupsQuery(Number(of)), isFresh))
  const isGone = known && lacks(known, group, ({ batch_id }) => !batch || String(batch_id) === batch)
  return isGone ? (['group'] as const) : []
}

/**
 * Clears a remembered department, batch or group from the address, and so from the memory, when it can't be chosen any
 * more: it was deleted, moved, is inactive, or is not shown to this person now. A choice that seems to be missing is
 * looked for again first.
 */
export function useGonePlace(screens: readonly Screen[]): void {
  const { pathname, search } = useLocation()
  const [, setParams] = useSearchParams()
  const reads = can(useRoles(), 'staff:read-own')

  useEffect(() => {
    const names: Names | undefined = screens.find(({ path }) => path === pathname)?.remembers?.names
    const place = names && rememberedIn(names, new URLSearchParams(search))
    if (!place) return
    let isLeft = false

    async function check(isFresh: boolean): Promise<void> {
      const bound = reads && names?.department ? lockedOf(await read(ownStaffQuery, false))?.id : undefined
      const missing = await missingOf(place as Place, bound, isFresh)
      if (isLeft || missing.length === 0) return
      if (!isFresh) return check(true)
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const name of ['fetched', 'page', ...missing.map((part) => names?.[part] ?? '')]) after.delete(name)
          return after
        },
        { replace: true },
      )
    }
    // Without an answer the choice stands.
    const look = (isFresh: boolean) => void check(isFresh).catch(() => undefined)

    // The first answers may be those that the device has kept.
    void ensureStart().then(() => look(false))
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (event.action.error instanceof ApiError && event.action.error.status === 404) look(true)
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [screens, pathname, search, reads, setParams])
}
