import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Department, departments } from '../../../shared/contract/departments.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { PER_PAGE_MAX } from '../../../shared/limits.ts'
import { call } from '../../core/call.ts'

export const departmentsQuery = queryOptions({
  queryKey: ['departments', 'list'],
  queryFn: ({ signal }) => call(departments.list, { query: { per_page: PER_PAGE_MAX }, signal }),
  select: ({ data }) => data,
})

export const departmentQuery = (id: number) =>
  queryOptions({
    queryKey: ['departments', 'one', id],
    queryFn: ({ signal }) => call(departments.read, { params: { id }, signal }),
    select: ({ data }) => data,
  })

/** What changes a department; every list and picker that shows one is read again. */
export function useDepartmentChanges() {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['departments'] }),
      client.invalidateQueries({ queryKey: ['dashboard'] }),
    ])
  return {
    refresh,
    create: async (body: BodyInput<typeof departments.create>, key: string) => {
      await call(departments.create, { body, key })
      await refresh()
    },
    update: async (id: number, body: BodyInput<typeof departments.update>) => {
      // Also when it was refused: what somebody else has changed is read again.
      await call(departments.update, { params: { id }, body }).finally(refresh)
    },
    remove: async ({ id }: Department) => {
      await call(departments.remove, { params: { id } })
      await refresh()
    },
  }
}
