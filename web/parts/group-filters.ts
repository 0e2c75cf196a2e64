import { useFilters } from '../core/url-state.ts'
import { useDepartmentFilter } from './own-department.ts'

type Changes = Record<string, string | number | undefined>

/**
 * Keeps the filters of a list by department, batch and group in the address; the department is fixed for its staff. The
 * list is read when it is fetched, and a changed filter ends the fetched list.
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
    /** Waits only for the own department. */
    isComing: own.loading && batchId !== undefined && groupId !== undefined,
    status: statuses.find((one) => one === filters.text('status')),
    page,
    isFetched: filters.text('fetched') === 'yes',
    setFilters: filters.set,
    chooseDepartment: (id: number | undefined) => choose({ department_id: id, group_id: undefined }),
    chooseBatch: (id: string) => choose({ batch_id: id, group_id: undefined }),
    chooseGroup: (id: number | undefined) => choose({ group_id: id }),
    chooseStatus: (status: string) => choose({ status }),
    /** Sets the own department too, so that the address is complete even where it can't be asked. */
    setFetched: () => filters.set({ department_id: departmentId, fetched: 'yes', page: undefined }),
    turnTo: (next: number) => filters.set({ page: next === 1 ? undefined : next }),
  }
}

export type GroupFilters = ReturnType<typeof useGroupFilters<string>>
