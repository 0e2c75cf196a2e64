import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Designation, designations } from '../../../shared/contract/designations.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { call } from '../../core/call.ts'
import { everyPage } from '../../core/every-page.ts'

const DESIGNATIONS_PER_PAGE = 100

export const designationsQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: ['designations', 'list', q, page],
    queryFn: ({ signal }) => call(designations.list, { query: { q, page, per_page: DESIGNATIONS_PER_PAGE }, signal }),
  })

/** Every designation, to choose one. */
export const designationChoicesQuery = queryOptions({
  queryKey: ['designations', 'choices'],
  queryFn: ({ signal }) => everyPage((query) => call(designations.list, { query, signal })),
})

export const designationQuery = (id: number) =>
  queryOptions({
    queryKey: ['designations', 'one', id],
    queryFn: ({ signal }) => call(designations.read, { params: { id }, signal }),
    select: ({ data }) => data,
  })

/** What changes a designation; the lists that show its name are read again. */
export function useDesignationChanges() {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['designations'] }),
      client.invalidateQueries({ queryKey: ['staff'] }),
    ])
  return {
    create: async (body: BodyInput<typeof designations.create>, key: string) => {
      await call(designations.create, { body, key })
      await refresh()
    },
    update: async (id: number, body: BodyInput<typeof designations.update>) => {
      // Also when it failed: after a change by somebody else, Reload shows that one.
      await call(designations.update, { params: { id }, body }).finally(refresh)
    },
    remove: async ({ id }: Designation) => {
      await call(designations.remove, { params: { id } })
      await refresh()
    },
  }
}
