import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { accounts, type Credential } from '../../../shared/contract/accounts.ts'
import { staff } from '../../../shared/contract/staff.ts'
import type { BodyInput, Reply } from '../../../shared/endpoint.ts'
import { call, callFile } from '../../core/call.ts'

const STAFF_PER_PAGE = 100

/** One of the list: the whole record, or for students what they see of it. */
export type StaffCard = Reply<typeof staff.list>['data'][number]

export const staffListQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: ['staff', 'list', q, page],
    queryFn: ({ signal }) => call(staff.list, { query: { q, page, per_page: STAFF_PER_PAGE }, signal }),
  })

export const staffMemberQuery = (id: number) =>
  queryOptions({
    queryKey: ['staff', 'one', id],
    queryFn: async ({ signal }) => (await call(staff.read, { params: { id }, signal })).data,
    // A form over a stale record would be refused when it is saved.
    staleTime: 0,
  })

export const readStaffSheet = (q: string, format: 'csv' | 'xlsx'): Promise<Blob> =>
  callFile(staff.export, { query: { q, format } })

/** What changes a staff member; whatever shows or counts one is read again. */
export function useStaffChanges() {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(
      ['staff', 'designations', 'roles', 'users', 'dashboard'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    )
  return {
    create: async (body: BodyInput<typeof staff.create>, key: string): Promise<Credential> => {
      const { data } = await call(staff.create, { body, key })
      // The password is told only in this answer: it waits for nothing.
      void refresh()
      const { user_id, name, user, initial_password } = data
      return { user_id, name, email: user.email, roll_no: null, initial_password }
    },
    update: async (id: number, body: BodyInput<typeof staff.update>) => {
      await call(staff.update, { params: { id }, body })
      await refresh()
    },
    remove: async ({ id }: Pick<StaffCard, 'id'>) => {
      await call(staff.remove, { params: { id } })
      await refresh()
    },
    issuePassword: async (userId: number): Promise<Credential> => {
      const { data } = await call(accounts.initialPassword, { params: { id: userId } })
      void refresh()
      return data
    },
  }
}
