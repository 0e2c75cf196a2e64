import { useQuery } from '@tanstack/react-query'
import { isDay } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { activeGroupsQuery } from '../../parts/api.ts'
import { useDepartmentFilters } from '../../parts/own-department.ts'

/** Reads the place of a list from the address: a group is chosen within its department. */
export const placeOf = ({ id, departmentId }: Address) => ({
  department_id: departmentId,
  batch_id: id('batch_id'),
  group_id: departmentId === undefined ? undefined : id('group_id'),
})

/** Reads the days of the performances from the address. */
export function daysIn({ text }: Pick<Address, 'text'>) {
  const dayOf = (name: string) => (isDay(text(name)) ? text(name) : undefined)
  return { from: dayOf('from'), to: dayOf('to') }
}

export const PLACE = ['department_id', 'batch_id', 'group_id'] as const
export const NO_PLACE = { department_id: undefined, batch_id: undefined, group_id: undefined }

const nameIn = (records: readonly { id: number; name: string }[] | undefined, wanted: number | undefined) =>
  wanted === undefined ? undefined : (records?.find(({ id }) => id === wanted)?.name ?? 'chosen')

/** Keeps department, batch and group of a list in the address; the department is fixed for its staff. */
export function usePlaceFilters() {
  const { own, department, filters } = useDepartmentFilters()
  const place = placeOf(filters)
  const batches = useQuery(batchChoicesQuery)
  const groups = useQuery(activeGroupsQuery(place.group_id && place.department_id))
  const seesCollege = !own.loading && own.locked === undefined
  return {
    own,
    filters,
    place,
    seesCollege,
    isNarrowed: Boolean(place.batch_id || place.group_id || (seesCollege && place.department_id)),
    chosen: [
      { label: 'Department', value: seesCollege ? department?.name : undefined },
      { label: 'Batch', value: nameIn(batches.data, place.batch_id) },
      { label: 'Group', value: nameIn(groups.data, place.group_id) },
    ],
  }
}

export type PlaceFilters = ReturnType<typeof usePlaceFilters>
