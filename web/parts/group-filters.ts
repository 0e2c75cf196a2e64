import type { Address } from '../core/address.ts'
import { useOwnFilters } from './own-department.ts'

type Changes = Record<string, string | number | undefined>

/** Days of an address, each of which may be missing. */
export interface Days {
  from: string | undefined
  to: string | undefined
}

export const hasDays = (days: Days | undefined) => Boolean(days?.from || days?.to)

/** Reads what a list of a department, batch and group is fetched by. */
export function groupAddressOf<Status extends string>(
  { text, id, departmentId: department_id }: Address,
  statuses: readonly Status[],
) {
  const [batch_id, group_id] = [id('batch_id'), id('group_id')]
  const whole = department_id && batch_id && group_id ? { department_id, batch_id, group_id } : undefined
  return {
    place: { department_id, batch_id, group_id },
    status: statuses.find((one) => one === text('status')),
    isComplete: whole !== undefined,
    fetched: text('fetched') === 'yes' ? whole : undefined,
  }
}

/**
 * Keeps the filters of a list by department, batch and group in the address; the department is fixed for its staff. The
 * list is read when it is fetched, and a changed filter ends the fetched list.
 */
export function useGroupFilters() {
  const { own, filters } = useOwnFilters()
  const { departmentId, id, text, set } = filters
  const [batchId, groupId] = [id('batch_id'), id('group_id')]

  const choose = (changes: Changes) => set({ ...changes, fetched: undefined, page: undefined })
  return {
    ...filters,
    own,
    batchId,
    groupId,
    /** The fetched list waits only for the own department. */
    isComing: own.loading && text('fetched') === 'yes',
    chooseDepartment: (chosen: number | undefined) => choose({ department_id: chosen, group_id: undefined }),
    chooseBatch: (chosen: string) => choose({ batch_id: chosen, group_id: undefined }),
    chooseGroup: (chosen: number | undefined) => choose({ group_id: chosen }),
    chooseStatus: (status: string) => choose({ status }),
    chooseDays: (days: Changes) => choose(days),
    chooseOnly: (only: string) => filters.choose({ only }),
    /** Sets the own department too, so that the address is complete even where it can't be asked. */
    setFetched: () => set({ department_id: departmentId, fetched: 'yes', page: undefined }),
  }
}

export type GroupFilters = ReturnType<typeof useGroupFilters>
