import type { Address } from '../core/address.ts'
import { useOwnFilters } from './own-department.ts'

type Changes = Record<string, string | number | undefined>

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
 * What a list of a department, batch and group is filtered by, in the address; the department fixed to the own one for
 * its staff. A list is read when it is fetched, and a choice that is changed no longer is what was fetched.
 */
export function useGroupFilters() {
  const { own, filters } = useOwnFilters()
  const { departmentId, id, set } = filters
  const [batchId, groupId] = [id('batch_id'), id('group_id')]

  const choose = (changes: Changes) => set({ ...changes, fetched: undefined, page: undefined })
  return {
    ...filters,
    own,
    batchId,
    groupId,
    /** Only the own department is not known yet. */
    isComing: own.loading && batchId !== undefined && groupId !== undefined,
    chooseDepartment: (chosen: number | undefined) => choose({ department_id: chosen, group_id: undefined }),
    chooseBatch: (chosen: string) => choose({ batch_id: chosen, group_id: undefined }),
    chooseGroup: (chosen: number | undefined) => choose({ group_id: chosen }),
    chooseStatus: (status: string) => choose({ status }),
    chooseOnly: (only: string) => filters.choose({ only }),
    /** The own department too, so that the address says it all where nothing can be asked. */
    setFetched: () => set({ department_id: departmentId, fetched: 'yes', page: undefined }),
  }
}

export type GroupFilters = ReturnType<typeof useGroupFilters>
