import { useFilters } from '../core/url-state.ts'
import { useDepartmentFilter } from './own-department.ts'

type Changes = Record<string, string | number | undefined>

/**
 * What a list of a department, batch and group is filtered by, in the address; the department fixed to the own one for
 * its staff. A list is read when it is fetched, and a choice that is changed no longer is what was fetched.
 */
export function useGroupFilters<Status extends string>(statuses: readonly Status[]) {
  const filters = useFilters()
  const { own, departmentId } = useDepartmentFilter(filters)
  const page = filters.id('page') ?? 1
  const [batchId, groupId] = [filters.id('batch_id'), filters.id('group_id')]

  const choose = (changes: Changes) => filters.set({ ...changes, fetched: undefined, page: undefined })
  return {
    own,
    departmentId,
    batchId,
    groupId,
    /** Only the own department is not known yet. */
    isComing: own.loading && batchId !== undefined && groupId !== undefined,
    status: statuses.find((one) => one === filters.text('status')),
    page,
    isFetched: filters.text('fetched') === 'yes',
    setFilters: filters.set,
    chooseDepartment: (id: number | undefined) => choose({ department_id: id, group_id: undefined }),
    chooseBatch: (id: string) => choose({ batch_id: id, group_id: undefined }),
    chooseGroup: (id: number | undefined) => choose({ group_id: id }),
    chooseStatus: (status: string) => choose({ status }),
    /** The own department too, so that the address says it all where nothing can be asked. */
    setFetched: () => filters.set({ department_id: departmentId, fetched: 'yes', page: undefined }),
    turnTo: (next: number) => filters.set({ page: next === 1 ? undefined : next }),
  }
}

export type GroupFilters = ReturnType<typeof useGroupFilters<string>>
