import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Group, groups, studentGroups } from '../../../shared/contract/groups.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { call, callFile } from '../../core/call.ts'
import { everyPage } from '../../core/every-page.ts'

const GROUPS_PER_PAGE = 48

export interface GroupFilter {
  batch_id: number | undefined
  department_id: number | undefined
  q: string
}

export const groupsQuery = (filter: GroupFilter, page: number) =>
  queryOptions({
    queryKey: ['groups', 'list', filter.batch_id, filter.department_id, filter.q, page],
    queryFn: ({ signal }) => call(groups.list, { query: { ...filter, page, per_page: GROUPS_PER_PAGE }, signal }),
  })

export const exportGroups = (filter: GroupFilter, format: 'csv' | 'xlsx'): Promise<Blob> =>
  callFile(groups.export, { query: { ...filter, format } })

export const groupQuery = (id: number) =>
  queryOptions({
    queryKey: ['groups', 'one', id],
    queryFn: async ({ signal }) => (await call(groups.read, { params: { id }, signal })).data,
    // A form over a stale record would be refused when it is saved.
    staleTime: 0,
  })

/** A group and every student who may be in it. */
export const groupStudentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['groups', 'students', id],
    queryFn: async ({ signal }) => {
      const params = { id }
      // The group first: its version must not be newer than the list, or a save would undo what is not shown.
      const { data: group } = await call(groups.read, { params, signal })
      return { group, students: await everyPage((query) => call(groups.candidates, { params, query, signal })) }
    },
    staleTime: 0,
  })

/** What changes a group; whatever shows its name or counts its students is read again. */
export function useGroupChanges() {
  const client = useQueryClient()
  const refresh = (...keys: string[]) =>
    Promise.all(['groups', ...keys].map((key) => client.invalidateQueries({ queryKey: [key] })))
  return {
    create: async (body: BodyInput<typeof groups.create>, key: string) => {
      await call(groups.create, { body, key })
      await refresh('batches')
    },
    update: async (id: number, body: BodyInput<typeof groups.update>) => {
      await call(groups.update, { params: { id }, body })
      await refresh('batches')
    },
    remove: async ({ id }: Group) => {
      await call(groups.remove, { params: { id } })
      await refresh('batches')
    },
    assign: async (body: BodyInput<typeof studentGroups.assign>) => {
      await call(studentGroups.assign, { body })
      await refresh('students', 'batches')
    },
  }
}
